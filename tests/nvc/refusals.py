"""What nvc refuses, found in preprocessed C: each with the words that the stand-in says it in.

`seen`: public threads quote a real nvc that refused it (docs/nvc.md names them).  `feared`: its manual says that it is
not supported, or the likes of it have failed."""
import re

# What it looks like, the words, where: in device code only, or in device functions only, or anywhere.
DEVICE, FUNCTION, ANYWHERE = "device", "function", "anywhere"
RULES = [(where, re.compile(pattern), words) for where, pattern, words in (
    # seen
    (DEVICE, r"^omp flush\b", "NVC++-F-1196-OpenMP - omp flush is not supported in GPU region"),
    (DEVICE, r"^omp critical\b", "NVC++-F-1196-OpenMP - omp critical is not supported in GPU region"),
    (ANYWHERE, r"^omp\b.*\bsimd\b.*\bnontemporal\b", "invalid text in pragma: nontemporal"),
    (ANYWHERE, r"^omp target (enter|exit) data\b.*\bmap\s*\((?!\s*(always\s*,\s*)?(to|from|alloc|release|delete)\s*:)",
     "a map type is required"),
    (ANYWHERE, r"^omp declare target enter\b", "invalid text in pragma: enter"),
    (ANYWHERE, r"^omp declare reduction\b", "omp declare reduction is not supported"),
    (DEVICE, r"\b__builtin_(clz|ctz|popcount|ffs|parity)l*\b", "Unsupported operation"),
    (ANYWHERE, r"\b__builtin_(s|u)?(add|sub|mul)l*_overflow\b", "no built-in function checks overflow"),
    (ANYWHERE, r"\b__builtin_cpu_(supports|init|is)\b", "undefined reference to __cpu_model"),
    # feared
    (DEVICE, r"^omp (ordered|(parallel )?sections|section|single|master|masked|task|taskloop)\b",
     "this construct is not supported in GPU region"),
    (DEVICE, r"^omp parallel\b.*\bif\s*\(", "parallel if is not supported in GPU region"),
    (DEVICE, r"^omp atomic\b.*\b(seq_cst|acq_rel|acquire|release|relaxed)\b", "atomic takes no memory order in GPU region"),
    (ANYWHERE, r"^omp\b.*\bhas_device_addr\b", "invalid text in pragma: has_device_addr"),
    (ANYWHERE, r"^omp\b.*\bmap\s*\(\s*present\b", "invalid text in pragma: present"),
    (ANYWHERE, r"^omp allocate\b", "omp allocate is not supported"),
    (ANYWHERE, r"^omp (begin )?declare variant\b", "omp declare variant may be ignored"),
    (ANYWHERE, r"^GCC unroll\b", "unknown pragma: GCC unroll"),
    (ANYWHERE, r"^omp declare mapper\b", "omp declare mapper is not supported"),
    (ANYWHERE, r"^omp\b.*\bompx_\w+", "invalid text in pragma: ompx"),
    (DEVICE, r"\b(__builtin_)?(memcpy|memmove|memset)\s*\(", "a call of the C library in GPU region"),
    (DEVICE, r"\b(__asm__|asm)\b", "inline assembly is not supported in GPU region"),
    (FUNCTION, r"^omp barrier\b", "omp barrier in a function of the device, out of sight of parallel"),
    (ANYWHERE, r"\b__attribute__\s*\(\(\s*target\s*\(", "attribute target: -tp decides for all functions"),
)]
EXECUTED = re.compile(r"^omp target\b(?!\s+(data|enter|exit|update)\b)")
OPENING, CLOSING = {"(", "{"}, {")", "}"}
VECTOR = re.compile(r"\btypedef\b[^;{}]*?\b(\w+)\s*__attribute__\s*\(\([^;]*vector_size[^;]*;")


class Line:
    def __init__(self, text, file, number):
        self.text, self.file, self.number = text, file, number
        pragma = re.match(r"\s*#\s*pragma\s+(.*)", text)
        self.pragma = re.sub(r"\s+", " ", pragma.group(1)).strip() if pragma else None
        self.device = self.function = False


def lines_of(text):
    """Without those of system headers, which nvc has its own of."""
    lines, file, number, system = [], "?", 0, False
    for row in text.split("\n"):
        marker = re.match(r'# (\d+) "(.*?)"([ \d]*)$', row) if row.startswith("#") else None
        if marker:
            number, file, system = int(marker.group(1)), marker.group(2), " 3" in marker.group(3)
        elif not system:
            lines.append(Line(re.sub(r'"(\\.|[^"\\])*"', '""', row), file, number))
            number += 1
    return lines


def mark_functions(lines):
    inside = False
    for line in lines:
        if line.pragma and re.match(r"omp (begin )?declare target\b(?! *(\(|to\b|enter\b|link\b))", line.pragma):
            inside = True
        elif line.pragma and line.pragma.startswith("omp end declare target"):
            inside = False
        line.device = line.function = inside


def tokens(lines, first):
    """The punctuation and words from a line on, pragmas left out: (token, index of its line)."""
    for index in range(first, len(lines)):
        if lines[index].pragma is None:
            for token in re.findall(r"\w+|[^\w\s]", lines[index].text):
                yield token, index


class Statement:
    """Reads one statement; `last` is the index of the line where it ends."""

    def __init__(self, lines, first):
        self.tokens, self.last = tokens(lines, first), first
        self.ahead = None
        self.statement()

    def next(self):
        if self.ahead:
            token, self.ahead = self.ahead, None
        else:
            token = next(self.tokens, (None, self.last))
        self.last = max(self.last, token[1])
        return token

    def brackets(self, token):
        depth = token in OPENING
        while depth and token:
            token = self.next()[0]
            depth += (token in OPENING) - (token in CLOSING)

    def statement(self):
        token = self.next()[0]
        if token in ("for", "while", "if", "switch"):
            self.brackets(self.next()[0])
            self.statement()
            if token == "if":
                last, self.ahead = self.last, next(self.tokens, None)
                if self.ahead and self.ahead[0] == "else":
                    self.next()
                    self.statement()
                else:
                    self.last = last
        elif token == "{":
            self.brackets(token)
        else:
            while token not in (";", None):
                self.brackets(token)
                token = self.next()[0]


def mark_regions(lines):
    for index, line in enumerate(lines):
        if line.pragma and EXECUTED.match(line.pragma):
            for inner in lines[index + 1:Statement(lines, index + 1).last + 1]:
                inner.device = True


def functions(lines):
    """The functions that are defined here: name, first and last line of the body."""
    name, previous, depth, begin = None, None, 0, None
    for token, index in tokens(lines, 0):
        if depth == 0:
            if token == "(" and name is None and previous not in ("__attribute__", "__attribute"):
                name = previous
            elif token == "{":
                begin = index
            elif token in (";", "="):
                name = None
        depth += (token in OPENING) - (token in CLOSING)
        if depth == 0 and token == "}":
            if name:
                yield name, begin, index
            name = None
        previous = token


def mark_called(lines):
    """A function that device code calls is device code, declared so or not."""
    bodies = {name: (begin, end) for name, begin, end in functions(lines)}
    called = [line for line in lines if line.device]
    while called:
        line = called.pop()
        for name in re.findall(r"\b(\w+)\s*\(", line.text) if line.pragma is None else ():
            begin, end = bodies.pop(name, (0, -1))
            for inner in lines[begin:end + 1]:
                if not inner.device:
                    called.append(inner)
                inner.device = inner.function = True


def vectors(lines):
    """Uses of vector types: in device code, or of their elements by []."""
    text = "\n".join(line.text for line in lines)
    names = set(VECTOR.findall(text))
    if not names:
        return
    kinds = "|".join(map(re.escape, names))
    objects = set(re.findall(rf"\b(?:{kinds})\)?\s+(\w+)\s*[=,;)]", text))
    element = re.compile(rf"\b(?:{'|'.join(objects)})\)?\s*\[") if objects else None
    for line in lines:
        if line.device and re.search(rf"\b(?:{kinds})\b", line.text) and "typedef" not in line.text:
            yield line, "contains a vector, not supported in device code"
        elif element and line.pragma is None and element.search(line.text):
            yield line, "can't access elements of a vector with []"


def refusals(text, offloads):
    lines = lines_of(text)
    mark_functions(lines)
    mark_regions(lines)
    mark_called(lines)
    for line in lines:
        for where, pattern, words in RULES:
            if where != ANYWHERE and not (offloads and getattr(line, where)):
                continue
            if pattern.search(line.pragma if line.pragma is not None else line.text):
                yield f"{words} ({line.file}: {line.number})"
    for line, words in vectors(lines):
        if offloads or "[]" in words:
            yield f"{words} ({line.file}: {line.number})"

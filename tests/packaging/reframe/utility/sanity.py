import re
def assert_found(pattern, text):
    assert re.search(pattern, text, re.M), pattern
def extractsingle(pattern, text, group, to):
    found = re.search(pattern, text, re.M)
    assert found, pattern
    return to(found.group(group))
def make_performance_function(value, unit):
    return value, unit

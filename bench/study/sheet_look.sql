-- Formats the table, as text and for page.html.

-- Notes are numbered in the order of the table.
drop table if exists note;
create temp table note as
    select row_number() over (order by min(1000 * line + place)) as number, why as text
    from cell where why is not null group by why;
update cell set text = '(' || number || ')' from note where note.text = why;

-- A column of words without numbers is left-aligned.
drop table if exists styled;
create temp table styled as
    with look as (
        select place, head, max(length(text)) as width, place = max(place) over () as last,
               count(value) = 0 and max(line > 0 and text glob '[A-Za-z]*') as words
        from cell join heading using (place) group by place)
    select line, place, head, text, iif(last and (words or text = ''), 0, width) as width, words,
           case when last and report is not null then 'report'
                when text glob '(*' or text = '-' then 'absent'
                when words then 'words' end as class
    from cell join look using (place) join sheet;
create index styled_of on styled(line, place);

create temp view if not exists printed as
    select text from (
        select 1 as part, line, (
            select group_concat(text, '  ') from (
                select printf(iif(words, '%!-*s', '%!*s'), width, text) as text
                from styled own where own.line = styled.line order by place)) as text
        from styled where place = 0
        union all select 2, 0, '' where exists (select 1 from note)
        union all select 3, number, printf('(%d) %s', number, text) from note
        union all select 4, 0, '')
    order by part, line;

-- A line whose first head differs from that of the line above begins a group.
create temp view if not exists tabled as
    select line, (select json_group_array(json_object('text', text, 'class', class)) from (
                      select text, class from styled own where own.line = styled.line and head order by place))
                 as heads,
           (select json_group_array(json_object('text', text, 'class', class)) from (
                select text, class from styled own where own.line = styled.line and not head order by place))
           as cells,
           line > 1 and (select sum(head) > 1 from heading) and text <> (
               select text from styled above where above.line = styled.line - 1 and place = 0) as begins
    from styled where place = 0 order by line;

create temp view if not exists page as
    select json_object(
        'caption', 'Table of ' || name, 'report', report,
        'headings', (select json_group_array(json_object('text', text, 'class', class)) from (
                         select text, class from styled where line = 0 order by place)),
        'lines', (select json_group_array(json_object('heads', json(heads), 'cells', json(cells),
                                                      'group', json(iif(begins, 'true', 'false'))))
                  from (select * from tabled where line > 0)),
        'notes', (select iif(count(*), json_object('note', json_group_array(text)), null)
                  from (select text from note order by number))) as json
    from sheet;

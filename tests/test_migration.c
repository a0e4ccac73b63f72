/* Schemas of databases: an older one is brought up to date with its rows, a later one is left alone. */
#include "check.h"
#include "stores.h"

#include <criterion/criterion.h>
#include <stdio.h>

extern const char schema_sql[], schema_2_sql[], schema_3_sql[], schema_4_sql[], schema_5_sql[];

/* A file as a program of that schema left it, with rows in it: "('identity', 'params', 'json'), ...". */
static const char *old_file(int schema, const char *rows)
{
    static const char *const step[] = { schema_sql, schema_2_sql, schema_3_sql, schema_4_sql,
                                        schema_5_sql };
    const char *file = in_scratch("old.db");
    char end[1000];
    for (int i = 0; i < schema; i++)
        run_sql(file, step[i]);
    run_sql(file,
            "create view times as select id from row; create view latest as select * from times");
    snprintf(end, sizeof end,
             "pragma application_id = 0x54726970; pragma user_version = %d; "
             "insert into row(identity, params, json) values %s",
             schema, rows);
    run_sql(file, end);
    return file;
}

/* The same, brought up to date by being opened. */
static struct store *migrated(int schema, const char *rows)
{
    const char *file = old_file(schema, rows);
    store_close(opened(file, STORE_WRITE));
    return opened(file, STORE_READ);
}

Test(store, schemas)
{
    const char *file = in_scratch("rows.db"), *empty = in_scratch("empty.db");
    struct store *s = opened(file, STORE_WRITE);
    expect_added(s, 1, "");
    store_close(s);
    run_sql(file, "pragma user_version = 99");
    expect_no_store(file, STORE_READ, "has schema 99, and this program knows none above");
    expect_no_store(file, STORE_WRITE, "has schema 99, and this program knows none above");
    fclose(fopen(empty, "w"));
    expect_no_store(empty, STORE_READ, "has schema 0; bench --db makes it");
    s = opened(empty, STORE_WRITE);
    store_close(s);
    s = opened(empty, STORE_READ);
    cr_expect_str_eq(asked(s, "select count(*) from times"), "0", "an older one is migrated");
    store_close(s);
}

Test(store, migrated)
{
    struct store *s = migrated(
        1, "('i', '{}', "
           "'{\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2}')");
    cr_expect_str_eq(asked(s, "select devices from times"), "2");
    cr_expect_str_eq(asked(s, "select count(*) from latest where halo_ms is null"), "1");
    store_close(s);
}

/* Schema 3 knew no ranks: a row of a device, and one of a later program's ranks. */
Test(store, migrated_to_ranks)
{
    struct store *s = migrated(
        3,
        "('i', '{}', "
        "'{\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2}'), ('j', '{}', "
        "'{\"hotspot\":\"dot\",\"path\":\"simd\",\"precision\":\"float\",\"ranks\":3,\"nodes\":1,\"halo\":\"staged\"}')");
    cr_expect_str_eq(asked(s, "select user_version from pragma_user_version"), "6");
    cr_expect_str_eq(
        asked(s,
              "select group_concat(devices || coalesce(ranks, '-')) from times where devices = 2"),
        "2-");
    cr_expect_str_eq(
        asked(s, "select ranks || ' ' || nodes || ' ' || halo from latest where path = 'simd'"),
        "3 1 staged");
    store_close(s);
}

/* Schema 4 knew one depth of halos: its row, and one of a later program's halos. */
Test(store, migrated_to_depths)
{
    struct store *s = migrated(
        4,
        "('i', '{}', "
        "'{\"hotspot\":\"blur\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2}'), ('j', '{}', "
        "'{\"hotspot\":\"blur\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2,\"halo_rows\":1,\"halo_copies\":\"direct\"}')");
    cr_expect_str_eq(asked(s, "select group_concat(coalesce(halo_rows || halo_copies, '-')) from "
                              "latest order by id"),
                     "-,1direct");
    store_close(s);
}

/* Schema 5 did not know which devices they were, nor their efficiency. */
Test(store, migrated_to_efficiency)
{
    struct store *s = migrated(
        5,
        "('i', '{}', "
        "'{\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2}'), ('j', '{}', "
        "'{\"hotspot\":\"dot\",\"path\":\"offload\",\"precision\":\"float\",\"devices\":2,\"device_numbers\":[0,2],"
        "\"t1_s\":0.5,\"efficiency\":0.875}')");
    cr_expect_str_eq(asked(s, "select group_concat(coalesce(device_numbers || ' ' || t1_ms || ' ' "
                              "|| efficiency, '-')) from latest order by id"),
                     "-,[0,2] 500.0 87.5");
    store_close(s);
}

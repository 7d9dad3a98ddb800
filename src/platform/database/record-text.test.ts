import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { openDatabase, type Database } from "./database.ts";
import { findRecordText, selectAsText } from "./record-text.ts";
import { applicationUrlOf, cloneDatabase } from "../../testing/database/clone-database.ts";
import { CalendarDate, Cents, Instant } from "../../contract/values/values.ts";
import { noHooks } from "./transaction-hooks.ts";

let database: Database;

beforeAll(async () => {
  database = openDatabase(applicationUrlOf(await cloneDatabase()), { poolSize: 1, hooks: noHooks });
});
afterAll(() => database.close());

const Sample = z.object({
  words: z.string(),
  none: z.string().nullable(),
  on: CalendarDate.nullable(),
  at: Instant,
  later: Instant.nullable(),
  never: Instant.nullable(),
  cents: Cents,
  share: z.number(),
  huge: z.number(),
  small: z.number(),
  isOpen: z.boolean(),
  isShut: z.boolean(),
  names: z.array(z.string()),
  lists: z.array(z.unknown()),
});
const words = 'quote " backslash \\ \b\f\n\r\t \u0001 \u007f \u2028 é 日本 😀';
const statement = (at: string) => sql`
  SELECT ${words}::text AS words, NULL::text AS none, ${"2026-11-25"}::date AS "on", ${at}::timestamptz AS at, ${"1999-02-03 04:05:06.999999+00"}::timestamptz AS later,
    NULL::timestamptz AS never, 9007199254740991::bigint AS cents, 0.25::double precision AS share,
    1e300::double precision AS huge, 7::smallint AS small, true AS "isOpen", false AS "isShut", ARRAY['a"b', 'é']::text[] AS names, '[1, {"a": null}]'::json AS lists, 'undeclared' AS other
  WHERE ${at}::text <> ${"2000-01-01"}::text`;

test("the text of a record has the declared members of its row, as the row has them", async () => {
  const at = "2026-03-14 15:09:26.5+00";
  await database.withTenantReads("org_a", async (reads) => {
    const { rows } = await statement(at).execute(reads);
    for (let round = 0; round < 2; round += 1) {
      const found = await findRecordText<z.infer<typeof Sample>>(
        reads,
        selectAsText(Sample, ["at"], statement(at).compile(reads)),
      );
      expect(JSON.parse(found?.text ?? "")).toEqual(Sample.parse(rows[0]));
      expect(Object.keys(JSON.parse(found?.text ?? "") as object)).toEqual(Object.keys(Sample.shape));
      expect(found?.facts.at).toBe("2026-03-14T15:09:26.500Z");
    }
  });
});

test("there is no text without a row", async () => {
  expect(
    await database.withTenantReads("org_a", (reads) =>
      findRecordText<z.infer<typeof Sample>>(reads, selectAsText(Sample, [], statement("2000-01-01").compile(reads))),
    ),
  ).toBeUndefined();
});

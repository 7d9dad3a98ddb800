import { types } from "pg";
import { expect, test } from "vitest";
import { wireTypes } from "./wire-types.ts";

const read = wireTypes.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => string;

test.each([
  ["2026-03-14 15:09:26.535+00", "2026-03-14T15:09:26.535Z"],
  ["2026-03-14 15:09:26+00", "2026-03-14T15:09:26.000Z"],
  ["2026-03-14 15:09:26.5+00", "2026-03-14T15:09:26.500Z"],
  ["2026-03-14 20:54:26.5+05:45", "2026-03-14T15:09:26.500Z"],
  ["2026-03-14 10:09:26-05", "2026-03-14T15:09:26.000Z"],
  ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
  ["0050-06-30 12:00:00.5+00", "0050-06-30T12:00:00.500Z"],
  ["9999-12-31 23:59:59+00", "9999-12-31T23:59:59.000Z"],
])("the instant %s is %s", (text, instant) => expect(read(text)).toBe(instant));

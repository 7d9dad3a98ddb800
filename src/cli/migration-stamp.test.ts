import { describe, expect, it } from "vitest";
import { listMigrations } from "../platform/database/migrations.ts";
import { nextMigrationStamp } from "./migration-stamp.ts";

const now = new Date("2026-11-29T12:55:18.999Z");

describe("the stamp of a new migration", () => {
  it("is the clock's in UTC where every migration is older", () => {
    expect(nextMigrationStamp(now, [])).toBe("20261129125518");
    expect(nextMigrationStamp(now, ["20261129125517_leads"])).toBe("20261129125518");
  });

  it("follows a migration that is dated later than the clock, or at the same second", () => {
    expect(nextMigrationStamp(now, ["20261213090200_bulk_reasons", "20261122000000_baseline"])).toBe("20261213090201");
    expect(nextMigrationStamp(now, ["20261129125518_leads"])).toBe("20261129125519");
  });

  it("follows one whose digits are not a time of day, and skips folders that are no migration", () => {
    expect(nextMigrationStamp(now, ["20261214079900_counts", "drafts"])).toBe("20261214079901");
  });

  it("comes after every migration of this repository, also at the first second of the clock", () => {
    const names = listMigrations().map(({ name }) => name);
    const added = `${nextMigrationStamp(new Date(0), names)}_added`;
    expect([...names, added].toSorted().at(-1)).toBe(added);
    expect(new Set(names.map((name) => name.slice(0, 14))).size).toBe(names.length);
  });
});

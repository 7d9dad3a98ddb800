/**
 * The stamp of a new migration: `YYYYMMDDhhmmss` of the clock in UTC, or one more than the last migration's if that is
 * later. Migrations run in the order of their names, and a shared repository has some that are dated ahead of this
 * clock: by the clock alone a new one would run before those it needs.
 *
 * @param names folders of the present migrations, as `20261213090200_name`
 */
export function nextMigrationStamp(now: Date, names: readonly string[]): string {
  const stamps = names.flatMap((name) => /^(\d{14})_/.exec(name)?.[1] ?? []).map(Number);
  return String(
    Math.max(Number(now.toISOString().replace(/\D/g, "").slice(0, 14)), ...stamps.map((stamp) => stamp + 1)),
  );
}

import { sql, type RawBuilder } from "kysely";

/**
 * The statement that gives the running transaction a setting. SET LOCAL takes no parameters, so the value is part of the text: letters,
 * digits, `_`, `-` and commas. `set_config` would take them, but Citus passes on this form alone (src/decisions/0074-citus.md).
 * @throws for another value
 */
export function writeSetting(setting: `caseport.${string}`, value: string): string {
  if (!/^[A-Za-z0-9_,-]*$/.test(value)) throw new Error(`Invalid value of ${setting}`);
  return `SET LOCAL ${setting} = '${value}'`;
}

export function setLocal(setting: `caseport.${string}`, value: string): RawBuilder<unknown> {
  return sql.raw(writeSetting(setting, value));
}

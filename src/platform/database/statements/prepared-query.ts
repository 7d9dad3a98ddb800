import { Query, type Connection, type QueryResult } from "pg";
import { composeRowWriter, findFacts, type Column } from "./json-rows.ts";

/**
 * The parts of pg's query that its types leave out. pg has nothing public in their place: its pipeline mode sends a
 * Sync after each statement, so it cannot send the setting of a tenant in the transaction of the statement, and it
 * describes a statement at every execution. `pg-internals.test.ts` fails with the first release that changes one of
 * them.
 */
interface ProtocolQuery {
  name: string | undefined;
  queryMode: string;
  _accumulateRows: boolean;
  _result: Columns;
  submit(connection: Connection): void;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

interface DataRow {
  fields: readonly (string | null)[];
}

/** What pg derives from the description of a statement's columns, and how it makes a row of a DataRow's fields. */
interface Columns {
  fields: readonly Column[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  parseRow(fields: DataRow["fields"]): unknown;
}

type Settle = (error: Error | null, result: QueryResult) => void;

const ProtocolQuery = Query as unknown as new (text: string, values: unknown[], callback: Settle) => ProtocolQuery;

/** The messages of the extended protocol that this file sends itself. */
interface Protocol {
  stream: { cork(): void; uncork(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(message: { portal: string }): void;
}

export interface Statement {
  text: string;
  values: unknown[];
  /** Undefined for a statement that is not prepared. */
  name: string | undefined;
}

/** By connection: PostgreSQL rejects a prepared statement whose columns have changed since it was prepared there. */
const describedColumns = new WeakMap<Connection, Map<string, Partial<Columns>>>();
const undescribed = new WeakMap<Connection, Connection>();

/** The connection, without the message that requests a description. */
function withoutDescribe(connection: Connection): Connection {
  const known =
    undescribed.get(connection) ?? (Object.create(connection, { describe: { value: () => undefined } }) as Connection);
  undescribed.set(connection, known);
  return known;
}

/**
 * A statement in pg's extended protocol whose columns are described once per connection, not at every execution. Its
 * rows are objects, or with the mark JSON text (json-rows.ts).
 */
export class PreparedQuery extends ProtocolQuery {
  readonly #facts: readonly string[] | null;
  #columns: Map<string, Partial<Columns>> | undefined;

  constructor({ text, values, name }: Statement, callback: Settle) {
    super(text, values, callback);
    this.#facts = findFacts(text);
    this.name = name;
    this.queryMode = "extended";
  }

  override prepare(connection: Connection): void {
    this.#columns = describedColumns.get(connection) ?? new Map<string, Partial<Columns>>();
    describedColumns.set(connection, this.#columns);
    const known = this.name === undefined ? undefined : this.#columns.get(this.name);
    if (known === undefined) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(withoutDescribe(connection));
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const writesRows = this.#facts !== null && { parseRow: composeRowWriter(fields, this.#facts) };
    Object.assign(this._result, writesRows);
    if (this.name !== undefined)
      this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject, ...writesRows });
  }
}

/**
 * A statement of at most one row and one column, a text, that goes before another one: in the same round trip and
 * transaction.
 */
export interface Preceding {
  text: string;
  values: readonly unknown[];
  /** Gets its text; null without a row. */
  read(value: string | null): void;
}

/**
 * Marks reads of partitioned tables whose plan does not depend on their values: they are planned once per connection.
 * PostgreSQL would plan each anew, because it expects less of a plan for the partitions that the values leave; planning
 * takes longer than reading.
 */
const keptPlanMark = "/* kept */";

/**
 * The setting of a tenant. Read-only, so that PostgreSQL rejects a lock or a change in a read.
 *
 * @param at the organization's parameter
 */
const setTenant = (at: number, keepsPlan: boolean) =>
  `set_config('caseport.organization', $${at}, true), set_config('transaction_read_only', 'on', true)${keepsPlan ? ", set_config('plan_cache_mode', 'force_generic_plan', true)" : ""}`;

/** The texts of the settings that are prepared on a connection, by name. */
const preparedSettings = new WeakMap<Connection, Map<string, string>>();

/**
 * A statement that sees one organization's rows, in one round trip without BEGIN and COMMIT. Statements up to one Sync
 * message are one transaction (PostgreSQL, "Pipelining" of the extended query protocol), so the setting ends with the
 * statement.
 */
export class TenantQuery extends PreparedQuery {
  readonly #setting: { name: string; text: string; values: readonly unknown[] };
  readonly #first: Preceding | null;
  #isSet = false;

  /** @param first is evaluated in the statement of the setting, before it */
  constructor(organizationId: string, first: Preceding | null, statement: Statement, callback: Settle) {
    super(statement, callback);
    this.#first = first;
    const keepsPlan = statement.text.startsWith(keptPlanMark);
    const suffix = keepsPlan ? "_kept" : "";
    this.#setting =
      first === null
        ? { name: `tenant${suffix}`, text: `SELECT ${setTenant(1, keepsPlan)}`, values: [organizationId] }
        : {
            name: `tenant_after${suffix}`,
            text: `SELECT (${first.text}), ${setTenant(first.values.length + 1, keepsPlan)}`,
            values: [...first.values, organizationId],
          };
  }

  override submit(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    const { name, values } = this.#setting;
    protocol.stream.cork();
    try {
      this.#prepareSetting(connection, protocol);
      protocol.bind({ portal: "", statement: name, values });
      protocol.execute({ portal: "" });
      return super.submit(connection);
    } finally {
      protocol.stream.uncork();
    }
  }

  /**
   * Once per connection. The statement itself is not prepared then, because pg takes the first response for that of its
   * own preparation.
   */
  #prepareSetting(connection: Connection, protocol: Protocol): void {
    const { name, text } = this.#setting;
    const prepared = preparedSettings.get(connection) ?? new Map<string, string>();
    preparedSettings.set(connection, prepared);
    if (prepared.get(name) === text) return;
    this.name = undefined;
    protocol.close({ type: "S", name });
    protocol.parse({ name, text });
    prepared.set(name, text);
  }

  override handleError(error: Error, connection: Connection): void {
    if (!this.#isSet) preparedSettings.delete(connection);
    super.handleError(error, connection);
  }

  /** The setting's row comes first, and is not the statement's. */
  override handleDataRow(message: DataRow): void {
    if (this.#isSet) super.handleDataRow(message);
    else this.#first?.read(message.fields[0] ?? null);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}

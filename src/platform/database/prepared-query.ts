import { Query } from "pg";
import type { Connection, QueryResult } from "pg";

/** The parts of pg's query that its types leave out. */
interface ProtocolQuery {
  name: string | undefined;
  queryMode: string;
  _accumulateRows: boolean;
  _result: Columns;
  submit(connection: Connection): void;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** What pg derives from the description of a statement's columns. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

type Settle = (error: Error | null, result: QueryResult) => void;

const ProtocolQuery = Query as unknown as new (text: string, values: unknown[], callback: Settle) => ProtocolQuery;

/** The messages of the extended protocol that this file sends itself. */
interface Protocol {
  stream: { cork(): void; uncork(): void };
  close(message: { type: "S"; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string }): void;
}

export interface Statement {
  text: string;
  values: unknown[];
  /** Undefined for a statement that is not prepared. */
  name: string | undefined;
}

/** By connection: PostgreSQL rejects a prepared statement whose columns have changed since it was prepared there. */
const describedColumns = new WeakMap<Connection, Map<string, Columns>>();
const undescribed = new WeakMap<Connection, Connection>();

/** The connection, without the message that asks for a description. */
function withoutDescribe(connection: Connection): Connection {
  const known = undescribed.get(connection) ?? (Object.create(connection, { describe: { value: () => undefined } }) as Connection);
  undescribed.set(connection, known);
  return known;
}

/** A statement in pg's extended protocol whose columns are described once per connection, not at every execution. */
export class PreparedQuery extends ProtocolQuery {
  #columns: Map<string, Columns> | undefined;

  constructor({ text, values, name }: Statement, callback: Settle) {
    super(text, values, callback);
    this.name = name;
    this.queryMode = "extended";
  }

  override prepare(connection: Connection): void {
    this.#columns = describedColumns.get(connection) ?? new Map<string, Columns>();
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
    if (this.name !== undefined) this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** Read-only, so that PostgreSQL rejects a lock or a change in a read. */
const setting = {
  name: "tenant",
  text: "SELECT set_config('caseport.organization', $1, true), set_config('transaction_read_only', 'on', true)",
};

/** Connections on which the setting is prepared. */
const withSetting = new WeakSet<Connection>();

/**
 * A statement that sees one organization's rows, in one round trip without BEGIN and COMMIT. Statements up to one Sync message are one
 * transaction (PostgreSQL, "Pipelining" of the extended query protocol), so the setting ends with the statement.
 */
export class TenantQuery extends PreparedQuery {
  readonly #organizationId: string;
  #isSet = false;

  constructor(organizationId: string, statement: Statement, callback: Settle) {
    super(statement, callback);
    this.#organizationId = organizationId;
  }

  override submit(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    protocol.stream.cork();
    try {
      if (!withSetting.has(connection)) this.#prepareSetting(connection, protocol);
      protocol.bind({ portal: "", statement: setting.name, values: [this.#organizationId] });
      protocol.execute({ portal: "" });
      return super.submit(connection);
    } finally {
      protocol.stream.uncork();
    }
  }

  /** Once per connection. The statement itself is not prepared then, because pg takes the first response for that of its own preparation. */
  #prepareSetting(connection: Connection, protocol: Protocol): void {
    this.name = undefined;
    protocol.close({ type: "S", name: setting.name });
    protocol.parse(setting);
    withSetting.add(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    if (!this.#isSet) withSetting.delete(connection);
    super.handleError(error, connection);
  }

  /** The setting's row comes first, and is not the statement's. */
  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}

import { Query } from "pg";
import type { Connection, PoolClient, QueryConfig, QueryResult } from "pg";

/** The parts of pg's query that its types leave out. */
interface ProtocolQuery {
  submit(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type Settle = (error: Error | null, result: QueryResult) => void;

const ExtendedQuery = Query as unknown as new (config: QueryConfig & { queryMode: "extended" }, callback: Settle) => ProtocolQuery;

/** The messages of the extended protocol that this sends. */
interface Protocol {
  stream: { cork(): void; uncork(): void };
  bind(message: { portal: string; statement: string; values: readonly string[] }): void;
  execute(message: { portal: string }): void;
}

/** Prepared on every connection when it opens. Read-only, so that PostgreSQL rejects a lock or a change in a read. */
const setting = {
  name: "tenant",
  text: "SELECT set_config('caseport.organization', $1, true), set_config('transaction_read_only', 'on', true)",
};

/** Prepares the setting; statements that are sent afterwards find it. */
export function prepareSetting(client: PoolClient): void {
  client.query({ ...setting, values: [""] }).catch(() => undefined);
}

/**
 * A statement that sees one organization's rows, in one round trip without BEGIN and COMMIT. Statements up to one Sync message are one
 * transaction (PostgreSQL, "Pipelining" of the extended query protocol), so the setting ends with the statement.
 */
class TenantQuery extends ExtendedQuery {
  readonly #organizationId: string;
  #isDescribed = false;
  #isSet = false;

  constructor(organizationId: string, config: QueryConfig, callback: Settle) {
    super({ ...config, queryMode: "extended" }, callback);
    this.#organizationId = organizationId;
  }

  override submit(connection: Connection): void {
    const protocol = connection as unknown as Protocol;
    protocol.stream.cork();
    try {
      protocol.bind({ portal: "", statement: setting.name, values: [this.#organizationId] });
      protocol.execute({ portal: "" });
      return super.submit(connection);
    } finally {
      protocol.stream.uncork();
    }
  }

  override handleRowDescription(message: unknown): void {
    this.#isDescribed = true;
    super.handleRowDescription(message);
  }

  /** Only the statement's rows are described; the setting's is skipped. */
  override handleDataRow(message: unknown): void {
    if (this.#isDescribed) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}

/** Runs one statement in which row-level security shows one organization. */
export function queryAsTenant(client: PoolClient, organizationId: string, config: QueryConfig): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new TenantQuery(organizationId, config, (error, result) => (error === null ? resolve(result) : reject(error))));
  });
}

import { Client } from "pg";

/** What was written to the write-ahead log between two places. */
export interface WalUse {
  bytes: number;
  /** Of them images of whole pages, which the first change after a checkpoint writes. */
  pageImageBytes: number;
  /** By table and index, largest first. */
  relations: WalOfRelation[];
}

export interface WalOfRelation {
  name: string;
  records: number;
  bytes: number;
  pageImageBytes: number;
}

export interface WalReader {
  /** Where the log on disk ends. */
  findEnd(): Promise<string>;
  readUse(from: string, to: string): Promise<WalUse>;
  close(): Promise<void>;
}

/** A record of several pages counts for the first one. What belongs to no page is commits, above all. */
const byRelation = `
  SELECT coalesce((SELECT relname FROM pg_class WHERE oid = pg_filenode_relation(w.reltablespace, w.relfilenode)), 'other') AS name,
    count(*) FILTER (WHERE w.first)::integer AS records,
    coalesce(sum(w.record_length) FILTER (WHERE w.first), 0)::float8 AS bytes,
    sum(w.block_fpi_length)::float8 AS "pageImageBytes"
  FROM (SELECT *, block_id = min(block_id) OVER (PARTITION BY start_lsn) AS first
    FROM pg_get_wal_block_info($1, $2, false)) w
  GROUP BY 1 ORDER BY 3 DESC`;

/** On a superuser's URL; the extension pg_walinspect comes with PostgreSQL. */
export async function openWalReader(ownerUrl: string): Promise<WalReader> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  return {
    findEnd: async () => {
      const { rows } = await client.query<{ place: string }>("SELECT pg_current_wal_flush_lsn() AS place");
      return rows[0]?.place ?? "0/0";
    },
    readUse: async (from, to) => {
      const { rows } = await client.query<{ bytes: number }>("SELECT ($2::pg_lsn - $1::pg_lsn)::float8 AS bytes", [
        from,
        to,
      ]);
      const bytes = rows[0]?.bytes ?? 0;
      const relations = bytes === 0 ? [] : (await client.query<WalOfRelation>(byRelation, [from, to])).rows;
      const pageImageBytes = relations.reduce((total, relation) => total + relation.pageImageBytes, 0);
      const rest = {
        name: "commits, and the log's own",
        records: 0,
        bytes: bytes - relations.reduce((total, relation) => total + relation.bytes, 0),
        pageImageBytes: 0,
      };
      return {
        bytes,
        pageImageBytes,
        relations: [...relations, rest].toSorted((left, right) => right.bytes - left.bytes),
      };
    },
    close: () => client.end(),
  };
}

import { Client } from "pg";
import type { Mail } from "../../platform/mail/mail-transport.ts";
import type { TestServer } from "./server.ts";

/** The mails that were queued, also those that the worker has sent and forgotten meanwhile. */
export interface SeenMails {
  /** What was queued and committed since the last call, in order. */
  take(): Promise<Mail[]>;
  close(): Promise<void>;
}

/** Keeps a copy of every mail that is queued from now on: written by the very transaction that queues it. */
export async function observeMails(server: Pick<TestServer, "ownerUrl">): Promise<SeenMails> {
  const owner = new Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`
    CREATE TABLE seen_mail (number bigint GENERATED ALWAYS AS IDENTITY, data jsonb);
    CREATE FUNCTION see_mail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO public.seen_mail (data) VALUES (NEW.data);
      RETURN NEW;
    END $$;
    CREATE TRIGGER see_mail BEFORE INSERT ON pgboss.job FOR EACH ROW WHEN (NEW.name = 'mail') EXECUTE FUNCTION see_mail();`);
  return {
    take: async () => {
      const { rows } = await owner.query<{ data: Mail }>(`
        WITH gone AS (DELETE FROM seen_mail RETURNING number, data) SELECT data FROM gone ORDER BY number`);
      return rows.map(({ data }) => data);
    },
    close: async () => {
      // On a cluster the files share one database.
      await owner.query("DROP FUNCTION see_mail() CASCADE; DROP TABLE seen_mail");
      await owner.end();
    },
  };
}

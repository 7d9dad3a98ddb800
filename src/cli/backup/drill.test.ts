import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateIdentity } from "age-encryption";
import { afterAll, expect, test } from "vitest";
import { jobQueues } from "../../composition/job-queues.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { readIdentitySecret } from "../../platform/identity/secret.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { diskStorageFolder, openStorage } from "../../platform/storage/open-storage.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { startCommand } from "../../testing/harness/start-command.ts";
import { createDemoData } from "../serve/demo-data.ts";
import { createDemoPeople } from "../serve/demo-people.ts";
import { digestFiles } from "./files.ts";
import { withEmbedded } from "./installation.ts";

const folder = mkdtempSync(join(tmpdir(), "caseport-drill-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(isFullExtent)(
  "the demo of an embedded database is backed up while it is stopped, verified, and restored into another folder",
  async () => {
    const demo = {
      CASEPORT_DATA_DIR: join(folder, "demo"),
      CASEPORT_BACKUP_DIR: join(folder, "of the demo"),
      CASEPORT_BACKUP_KEY: await generateIdentity(),
    };
    await withEmbedded(demo.CASEPORT_DATA_DIR, async (url) => {
      const environment = readEnvironment(demo);
      const { applicationUrl } = await prepareDatabase(url);
      await installJobQueue(url, jobQueues);
      const secret = readIdentitySecret(environment);
      await createDemoData(demo.CASEPORT_DATA_DIR, applicationUrl, {
        baseUrl: environment.baseUrl,
        secret,
        storage: await openStorage(environment),
      });
      await createDemoPeople(demo.CASEPORT_DATA_DIR, applicationUrl, secret);
    });
    const backedUp = await startCommand("backup", demo).ended;
    expect(backedUp).toMatchObject({ code: 0 });
    const backup = join(demo.CASEPORT_BACKUP_DIR, readdirSync(demo.CASEPORT_BACKUP_DIR)[0] ?? "");
    const summary = backedUp.output.slice(backedUp.output.indexOf("\n") + 1);
    expect(summary).toMatch(/^Of .*: \d+ tables, \d{5,} rows, \d{2,} files/);
    const verified = await startCommand("restore", demo, backup, "--verify").ended;
    expect(verified).toEqual({ code: 0, output: expect.stringContaining(`and a server started on it.\n${summary}`) });
    expect(verified.output).not.toMatch(/no file in the storage|Not checked|kept as/);
    const other = { ...demo, CASEPORT_DATA_DIR: join(folder, "another") };
    expect(await startCommand("restore", other, backup).ended).toEqual({
      code: 0,
      output: expect.stringMatching(/Restored\.\nOf .*\nNot checked: whether CASEPORT_SECRET decrypts what is stored/),
    });
    expect(await startCommand("restore", other, backup).ended).toEqual({
      code: 1,
      output: expect.stringContaining("The database caseport is not empty."),
    });
    const files = (folderOf: typeof demo) => digestFiles(diskStorageFolder(folderOf.CASEPORT_DATA_DIR));
    expect(await files(other)).toEqual(await files(demo));
  },
);

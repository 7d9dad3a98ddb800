import { bulkRequestColumn } from "../areas/bulk/domain.items.ts";
import { connectionSecretsColumn } from "../areas/communications/connections/domain.credentials.ts";
import { textSecretColumn } from "../areas/communications/sending/domain.secrets.ts";
import { certificateKeyColumn } from "../areas/esign/work/domain.seal-key.ts";
import { importSampleColumn } from "../areas/imports/domain.preview.ts";
import { importBeforeColumn } from "../areas/imports/work/domain.before.ts";
import { webhookSecretColumn } from "../areas/webhooks/domain.secrets.ts";
import type { EncryptedColumn } from "../platform/jobs/encrypted-columns.ts";

/**
 * Every column that CASEPORT_SECRET encrypts, without second factors, which Better Auth encrypts. A rotation encrypts
 * all of them again; `secret-rotation.test.ts` compares them with the database's.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  webhookSecretColumn,
  certificateKeyColumn,
  connectionSecretsColumn,
  textSecretColumn,
  bulkRequestColumn,
  importSampleColumn,
  importBeforeColumn,
];

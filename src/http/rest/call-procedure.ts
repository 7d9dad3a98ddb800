import { basePath } from "../../contract/base-path.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import { formatEtag } from "../../contract/revision.ts";
import type { RevisionSource } from "../../contract/revision.ts";
import type { Tier } from "../../contract/tiers.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { RateVerdict } from "../../platform/rate-limit/rate-limiter.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { emptyOutcome } from "../../rpc/context.ts";
import type { BegunParts, Context, FileStore, ReceivedFile } from "../../rpc/context.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import type { ProgramPrincipal } from "../../rpc/principal.ts";
import type { RequestInput } from "./read-input.ts";

/** One authenticated, authorized and well-formed request. */
export interface Call {
  declaration: Declaration;
  principal: ProgramPrincipal;
  input: RequestInput;
  requestId: string;
  address: string;
  /** The secret that the caller presented: it seals what is kept of answers that hold a secret. Never logged or stored. */
  presentedSecret: string;
  installationKeys: InstallationKeys;
  files: FileStore;
  /** A file that came with the call. */
  file: ReceivedFile | undefined;
  /** Of a file that was announced and will come in parts. */
  begunParts: BegunParts | undefined;
  peekRate(tier: Tier): Promise<RateVerdict>;
}

/** A success, before its headers are complete. */
export interface Success {
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
}

/** Runs the operation's procedure in the given transaction. */
export async function runProcedure(call: Call, transaction: Transaction): Promise<{ context: Context; success: Success }> {
  const { declaration, principal, input } = call;
  const context: Context = {
    principal,
    organizationId: principal.organizationId,
    transaction,
    requestId: call.requestId,
    address: call.address,
    expectedRevisions: input.expectedRevisions,
    outcome: emptyOutcome(),
    installationKeys: call.installationKeys,
    files: call.files,
    file: call.file,
    begunParts: call.begunParts,
    peekRate: (tier) => call.peekRate(tier),
  };
  const output = await declaration.run(context, input.values);
  return { context, success: describeSuccess(declaration.meta, output) };
}

function describeSuccess(meta: OperationMeta, output: object): Success {
  const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => String(readPath(output, path)));
  return {
    status: meta.created === undefined ? 200 : 201,
    body: JSON.stringify({ success: true, ...output }),
    etag: meta.etag === undefined ? null : formatEtag(readPath(output, meta.etag) as RevisionSource),
    location: location === undefined ? null : `${basePath}${location}`,
  };
}

function readPath(output: object, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], output);
}

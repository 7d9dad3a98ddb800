import type { Precondition } from "../../platform/database/database.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { ResponseKey } from "../../platform/crypto/stored-response.ts";
import type { Replica } from "../../platform/database/replica/replica.ts";
import { authorize, isAuditedRead, assertNetwork } from "../authorize.ts";
import type { Context, FileStore, LongPoll } from "../context.ts";
import { canReadFromReplica, isReadOfOne, type Declaration } from "../declarations.ts";
import type { ApiPrincipal } from "../principal.ts";
import { describeAction, runInTransaction, runRead, type Reading, type UnitOfWork } from "../unit-of-work.ts";
import { callProcedure, type Success, type ValidCall } from "./call-procedure.ts";
import { runOnce, type Claim, type IdempotentRequest } from "./idempotency.ts";
import { readInput, readInputInTurns, type RequestInput, type SentInput } from "./read-input.ts";
import type { Route } from "./route.ts";

/** What the process lends to each execution. */
export interface ExecutionTools {
  database: UnitOfWork["database"];
  /** null if none is configured. */
  replica: Replica | null;
  installationKeys: NonNullable<UnitOfWork["installationKeys"]>;
  files: FileStore;
  /** How long stored responses are kept. */
  idempotencyHours: number;
}

/** The caller's file, once the storage has received it or begun its parts. */
type Upload = Pick<Context, "file" | "multipartUpload">;

/** A call of an operation as its transport received it: REST, a tool of an assistant, or an item of a bulk job. */
export interface OperationCall {
  route: Route;
  /** The concrete path as sent: part of what a repetition must share. */
  path: string;
  /** Authenticated. An assistant's has fewer scopes than its key. */
  principal: ApiPrincipal;
  clientIp: string;
  /** Of its events and audit entries. */
  requestId: string;
  sent: SentInput;
  /** Keeps a repetition apart from that of another transport, whose stored response means something else. */
  keySpace?: "bulk" | undefined;
  /** Encrypts the stored response; null where the response holds no secret. */
  responseKey: ResponseKey | null;
  /** That of its idempotency key, where the transport has made it in the transaction. */
  claim?: Claim | undefined;
  /** Checked before the result counts. */
  precondition?: Precondition | undefined;
  /** The key's remaining allowance in a tier, without counting. */
  peekRate?: Context["peekRate"];
  /** Called with what served a read that a replica may serve. */
  onServed?: Reading["onServed"];
  /** Receives the file of an operation that takes one. */
  receiveFile?: ReceiveFile | undefined;
}

export interface ReceivedInput {
  input: RequestInput;
  upload: Upload;
}

/**
 * Receives a file between authorization and transaction, which would hold its locks while the storage works.
 *
 * @param read validates a body, or a form's members like JSON
 */
export type ReceiveFile = (read: (body: SentInput["body"]) => RequestInput) => Promise<ReceivedInput>;

/** What became of a call that was not rejected. */
export interface Outcome {
  success: Success;
  /** When the response that was stored under the idempotency key expires; null if none was. */
  storedUntil: string | null;
  /** The ID of the first request if this one repeated it and got its stored response, else null. */
  originalRequestId: string | null;
  /** Set for a read that found nothing and may wait. */
  longPoll: LongPoll | null;
  /** Whether another read may differ without a new revision: it is never 304. */
  isVolatile: boolean;
  /** With which it read or changed something, besides that of its declaration. Empty for a repetition. */
  usedScopes: ReadonlySet<Scope>;
}

/** What became of a call, without its scopes. */
type Ending = Omit<Outcome, "usedScopes">;

/** Of what only a read or only a mutation once per key has. */
const neither = { storedUntil: null, originalRequestId: null, longPoll: null, isVolatile: false };

/**
 * Executes one operation for a key, whatever brings the call: authorizes it, reads its input, and runs the procedure in
 * its transaction together with its events, audit entries and stored response. What belongs to the transport stays
 * outside: authentication, rate limits, bodies, long polls and headers.
 *
 * @throws FORBIDDEN, INTEGRATION_NOT_CONFIGURED, VALIDATION_FAILED, those of idempotency and of the operation, in this
 *   order
 */
export async function executeOperation(tools: ExecutionTools, call: OperationCall): Promise<Outcome> {
  assertAuthorized(call); // 403, 409
  const { route, principal, sent, receiveFile } = call;
  const { declaration } = route;
  // 400
  const { input, upload } =
    receiveFile === undefined
      ? { input: await readSent(route, sent), upload: {} }
      : await receiveFile((body) => readInput(route, { ...sent, body }));
  const valid: ValidCall = { declaration, principal, input };
  const unit = describeUnit(tools, call, { input, upload });
  let usedScopes: ReadonlySet<Scope> = new Set();
  const work = async (context: Context) => {
    const success = await callProcedure(valid, context);
    ({ usedScopes } = context.pending);
    return success;
  };
  const ending = await run(tools, call, { unit, valid, work });
  return { ...ending, usedScopes };
}

function run(
  tools: ExecutionTools,
  call: OperationCall,
  { unit, valid, work }: { unit: Reading; valid: ValidCall; work: Work },
): Promise<Ending> {
  const { declaration } = valid;
  if (declaration.kind === "query") return read(unit, declaration, work);
  if (declaration.meta.idempotency === "ignored") return changeAlways(unit, work);
  return changeOnce(unit, describeStorage(tools, call, valid), work);
}

function readSent(route: Route, sent: SentInput): RequestInput | Promise<RequestInput> {
  return route.declaration.meta.manyItems === undefined ? readInput(route, sent) : readInputInTurns(route, sent);
}

/**
 * Checks a call up to its input, without running it.
 *
 * @throws FORBIDDEN, INTEGRATION_NOT_CONFIGURED, VALIDATION_FAILED
 */
export function rehearseOperation(call: Pick<OperationCall, "route" | "principal" | "clientIp" | "sent">): void {
  assertAuthorized(call);
  readInput(call.route, call.sent);
}

/**
 * Checks that the key can use the operation from this IP address.
 *
 * @throws FORBIDDEN from another network and without the scope; INTEGRATION_NOT_CONFIGURED without an active acting
 *   attorney
 */
function assertAuthorized({
  route,
  principal,
  clientIp,
}: Pick<OperationCall, "route" | "principal" | "clientIp">): void {
  assertNetwork(principal, clientIp);
  authorize(principal, route.declaration.meta);
}

function describeUnit(
  { database, replica, installationKeys, files }: ExecutionTools,
  call: OperationCall,
  { input, upload }: ReceivedInput,
): Reading {
  const { declaration } = call.route;
  const { name, meta } = declaration;
  const { principal, requestId, clientIp, precondition, peekRate, onServed } = call;
  return {
    database,
    installationKeys,
    files,
    ...upload,
    principal,
    requestId,
    clientIp,
    precondition,
    peekRate,
    action: describeAction(name, meta),
    expectedRevisions: input.expectedRevisions,
    pace: meta.slow && "slow",
    sharesTransaction: meta.sharesTransaction,
    isOfOne: isReadOfOne(declaration),
    replica: canReadFromReplica(declaration, input.parsed) ? replica : null,
    onServed,
  };
}

type Work = (context: Context) => Promise<Success>;

/** A read under an elevated scope is recorded in the audit log before the response. */
function read(unit: Reading, { kind, meta }: Declaration, work: Work): Promise<Ending> {
  return runRead(unit, async (context) => {
    const success = await work(context);
    const { longPoll, isVolatile = false } = context.pending;
    return { result: { ...neither, success, longPoll, isVolatile }, mustRecord: isAuditedRead(kind, meta) };
  });
}

/** A mutation that ignores the idempotency key. */
async function changeAlways(unit: UnitOfWork, work: Work): Promise<Ending> {
  const { result } = await runInTransaction(unit, async (context) => ({
    result: await work(context),
    mustRecord: true,
  }));
  return { ...neither, success: result };
}

/** A mutation in one transaction, once per idempotency key. */
async function changeOnce(unit: UnitOfWork, request: IdempotentRequest, work: Work): Promise<Ending> {
  return { ...neither, ...(await runOnce(unit, request, work)) };
}

function describeStorage(
  { idempotencyHours, installationKeys }: ExecutionTools,
  { path, sent, keySpace, responseKey, claim, route }: OperationCall,
  call: ValidCall,
): IdempotentRequest {
  const target = [...(keySpace === undefined ? [] : [keySpace]), route.declaration.meta.method, path];
  return {
    ...call,
    target: [...target, sent.ifMatch ?? ""],
    responseKey,
    claim,
    installationKeys,
    hoursKept: idempotencyHours,
  };
}

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { AppError, forbiddenMessage } from "../../contract/error-codes.ts";
import { isInNetworks } from "../../platform/client-address.ts";
import { authorize } from "../../rpc/authorize.ts";
import type { ProgramPrincipal } from "../../rpc/principal.ts";
import { answerAnnounced, answerForm } from "./upload.ts";
import type { BroughtFiles } from "./upload.ts";
import { answerMutation } from "./run-mutation.ts";
import { answerQuery } from "./run-query.ts";
import type { Answer } from "./response.ts";
import { authenticate } from "./authenticate.ts";
import type { Kernel } from "../services.ts";
import { limitRate, peekRate, rejectExcess, showAllowance } from "./limit-rate.ts";
import { noteRequest } from "./log-request.ts";
import type { Call } from "./call-procedure.ts";
import { readAddress } from "./client-address.ts";
import { readBody } from "./read-body.ts";
import { isForm, validateFormHead } from "./read-form.ts";
import { readInput } from "./read-input.ts";
import type { RequestInput } from "./read-input.ts";
import type { Reader } from "./long-poll.ts";
import { answerOptions } from "./respond.ts";
import type { Exchange } from "./respond.ts";
import { findOperation, listAllowed, splitTarget } from "./route.ts";
import type { RouteTable } from "./route.ts";

/**
 * The whole way of a REST request, in the order of the contract's "Order of checks".
 * @param exchange learns the operation, the caller and the headers of whatever answer comes of it
 * @throws what refuses the request, for respondError
 */
export async function handleRequest(kernel: Kernel, table: RouteTable, request: IncomingMessage, exchange: Exchange): Promise<Answer> {
  const { method = "GET", url, headers } = request;
  exchange.note = (answer) => noteRequest(kernel, request, exchange, answer);
  const [path, search] = splitTarget(url);
  if (method === "OPTIONS") return answerOptions(listAllowed(table, path));
  const route = findOperation(table, method, path);
  exchange.route = route;
  const asForm = isForm(route.declaration, request);
  if (asForm) validateFormHead(request);
  const body = asForm ? Buffer.alloc(0) : await readBody(request);
  const address = readAddress(kernel, request);
  exchange.address = address;
  const { meta } = route.declaration;
  const principal = await recognize(kernel, headers, exchange, address);
  const judgement = await limitRate(kernel, principal, meta.tier);
  Object.assign(exchange.headers, judgement.headers);
  rejectExcess(judgement);
  kernel.keyUses.note({ organizationId: principal.organizationId, keyId: principal.keyId, address, route: `${meta.method} ${meta.path}` });
  rejectForeignNetwork(principal, address);
  authorize(principal, meta);
  exchange.takesFile = asForm;
  const { declaration } = route;
  const read = (sent: Buffer | Record<string, unknown>) => readInput(route, search, headers, sent);
  const answer = (input: RequestInput, { file, begunParts }: BroughtFiles): Promise<Answer> => {
    const call: Call = {
      declaration,
      principal,
      input,
      requestId: exchange.requestId,
      address,
      presentedSecret: String(headers["x-api-key"] ?? headers.authorization),
      installationKeys: kernel.installationKeys,
      files: kernel.files.tools,
      file,
      begunParts,
      peekRate: (tier) => peekRate(kernel, principal, tier),
    };
    return declaration.kind === "query"
      ? answerQuery(kernel, call, headers["if-none-match"] ?? null, describeReader(kernel, request, exchange, call))
      : answerMutation(kernel, call, [meta.method, path, headers["if-match"] ?? ""]);
  };
  const call = { declaration, organizationId: principal.organizationId, answer };
  if (!asForm) return answerAnnounced(kernel.files, { ...call, input: read(body) });
  return answerForm(kernel.files, { ...call, request, read, sender: principal.keyId });
}

/** Who is calling, for whatever answer comes of it. @throws UNAUTHORIZED */
async function recognize(kernel: Kernel, headers: IncomingHttpHeaders, exchange: Exchange, address: string): Promise<ProgramPrincipal> {
  const takesLegacy = exchange.route?.declaration.meta.legacyCredentials === true;
  const principal = await authenticate(kernel, headers, address, takesLegacy);
  exchange.principal = principal;
  if (principal.expiresAt !== null) exchange.headers["X-API-Key-Expires-At"] = principal.expiresAt;
  return principal;
}

/** The caller of a read, which may be held for a while: judged again afterwards as at first, but counted once. */
function describeReader(kernel: Kernel, { headers, socket }: IncomingMessage, exchange: Exchange, { principal, address, declaration }: Call): Reader {
  const { meta } = declaration;
  return {
    principal,
    socket,
    readmit: async () => {
      const again = await recognize(kernel, headers, exchange, address);
      Object.assign(exchange.headers, await showAllowance(kernel, again, meta.tier));
      rejectForeignNetwork(again, address);
      authorize(again, meta);
      return again;
    },
    noteWait: (milliseconds) => {
      exchange.waitedMilliseconds = (exchange.waitedMilliseconds ?? 0) + milliseconds;
    },
  };
}

function rejectForeignNetwork(principal: ProgramPrincipal, address: string): void {
  if (principal.allowedNetworks.length === 0 || isInNetworks(address, principal.allowedNetworks)) return;
  throw new AppError("FORBIDDEN", forbiddenMessage);
}

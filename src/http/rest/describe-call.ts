import type { Call } from "../../rpc/call/call-procedure.ts";
import { describeAction } from "../../rpc/unit-of-work.ts";
import type { Services } from "../services.ts";
import { peekRate } from "../request/limit-rate.ts";
import type { Upload } from "./upload.ts";

interface ValidRequest extends Pick<
  Call,
  "declaration" | "principal" | "responseKey" | "precondition" | "input" | "clientIp" | "requestId"
> {
  upload: Upload;
}

export function describeCall(services: Services, { upload, ...request }: ValidRequest): Call {
  const { declaration, principal, input } = request;
  return {
    ...request,
    ...upload,
    database: services.database,
    installationKeys: services.installationKeys,
    files: services.files.tools,
    action: describeAction(declaration.name, declaration.meta),
    pace: declaration.meta.slow && "slow",
    sharesTransaction: declaration.meta.sharesTransaction,
    expectedRevisions: input.expectedRevisions,
    peekRate: (tier, keyId) => peekRate(services, principal, tier, keyId),
  };
}

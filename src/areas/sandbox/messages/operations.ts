import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { listCapturedMessages } from "./domain.ts";
import { CapturedMessage, CapturedMessageFilter } from "./schema.ts";

export const capturedMessageProcedures = {
  "sandbox.messages.list": operation({
    area: "Org & Team",
    scope: "org:manage",
    route: "GET /sandbox/messages",
    summary: "List captured messages",
    description:
      "Returns the emails and texts that the sandbox would have sent to people in the last seven days, newest first: none of them left the installation. With a key of a firm the list is empty.",
  })
    .input(CapturedMessageFilter)
    .output(z.object({ messages: z.array(CapturedMessage), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listCapturedMessages(ctx, input)),
};

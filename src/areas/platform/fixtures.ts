import type { Arrangement } from "../../testing/arranged-request.ts";

const callerAlone: Arrangement = async () => ({ pathValues: {}, recordParameters: [], revision: null });

export const platformArrangements = {
  "platform.getMe": callerAlone,
  "platform.listScopes": callerAlone,
} satisfies Record<string, Arrangement>;

import { nameValue } from "../exports/export-request.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { rulesScreen as t } from "./strings.ts";

export type Rule = PortalOutputs["jurisdictionRules"]["list"]["jurisdictionRules"][number];

export const useInvalidateRules = () => useInvalidate((client) => [client.jurisdictionRules.pathFilter()]);

export const nameJurisdiction = (code: string) => (code === "US" ? t.federal : code);

/** "Wrongful death": the last part of the key; a minority rule has none. */
export const nameRule = ({ key, kind }: Rule) => nameValue(key.split(".")[2] ?? kind);

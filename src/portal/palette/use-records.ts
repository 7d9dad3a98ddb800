import { useQuery } from "@tanstack/react-query";
import { ChartColumn, KeyRound, Webhook, type LucideIcon } from "lucide-react";
import { useTRPC } from "../client/trpc.ts";
import { useSettled } from "../client/use-settled.ts";
import { useReports } from "../reports/use-reports.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { records as t } from "./lazy-strings.ts";

const typingPause = 200;
const shownOfEach = 6;
const maxSearchLength = 100;

/** Keys, webhooks and reports that fit a text. */
export function useRecords(text: string): { choices: Choice[]; isFetching: boolean } {
  const { can, href } = useOrganization();
  const trpc = useTRPC();
  const search = useSettled(text.slice(0, maxSearchLength), typingPause);
  const isManager = can("integrations:manage") && search !== "";
  const keys = useQuery(trpc.serviceAccounts.list.queryOptions({ search, limit: shownOfEach }, { enabled: isManager }));
  const webhooks = useQuery(
    trpc.webhookSubscriptions.list.queryOptions({ limit: 200 }, { enabled: isManager, staleTime: 60_000 }),
  );
  const reports = useReports({ enabled: can("reports:view") && search !== "" });
  if (text === "") return { choices: [], isFetching: false };
  const list = (
    records: readonly { id: string; name: string }[] | undefined,
    path: string,
    group: string,
    icon: LucideIcon,
  ): Choice[] =>
    (records ?? []).map(({ id, name }) => ({ key: id, group, label: name, icon, href: href(`${path}/${id}`) }));
  return {
    choices: [
      // The server compares the starts of secrets as well.
      ...list(keys.data?.serviceAccounts, "/credentials", t.apiKeys, KeyRound),
      ...filterChoices(list(webhooks.data?.webhookSubscriptions, "/webhooks", t.webhooks, Webhook), text).slice(
        0,
        shownOfEach,
      ),
      ...filterChoices(list(reports.data, "/reports", t.reports, ChartColumn), text).slice(0, shownOfEach),
    ],
    isFetching: search !== text || [keys, webhooks, reports].some(({ isFetching }) => isFetching),
  };
}

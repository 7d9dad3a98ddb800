import { useQuery } from "@tanstack/react-query";
import { Ban, ChartColumn, KeyRound, RefreshCw, UserRound, Webhook, type LucideIcon } from "lucide-react";
import { useTRPC } from "../client/trpc.ts";
import { useSettled } from "../client/use-settled.ts";
import { useReports } from "../reports/use-reports.ts";
import { listActions } from "../credentials/list/key-status.ts";
import type { Key } from "../credentials/portal-types.ts";
import { nameMember, writeTeamQuery, type Member } from "../team/team-query.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { records as t } from "./lazy-strings.ts";

const typingPause = 200;
const shownOfEach = 6;
const maxSearchLength = 100;

/** "rotate intake" is an act on the keys that "intake" finds; null for any other text. */
function readAct(text: string): { act: "rotate" | "revoke"; search: string } | null {
  const [, act, search = ""] = /^(rotate|revoke) (?:key )?(.+)$/i.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  const found = (["rotate", "revoke"] as const).find((each) => each === act?.toLowerCase());
  return found === undefined ? null : { act: found, search };
}

const actIcons = { rotate: RefreshCw, revoke: Ban } as const;

/** Keys, webhooks, reports and members that fit a text, and what "rotate …" and "revoke …" do with keys. */
export function useRecords(text: string): { choices: Choice[]; isFetching: boolean } {
  const { can, href } = useOrganization();
  const trpc = useTRPC();
  const settled = useSettled(text.slice(0, maxSearchLength), typingPause);
  const acted = readAct(settled);
  const search = acted?.search ?? settled;
  const isManager = can("integrations:manage") && search !== "";
  const keys = useQuery(trpc.serviceAccounts.list.queryOptions({ search, limit: shownOfEach }, { enabled: isManager }));
  const webhooks = useQuery(
    trpc.webhookSubscriptions.list.queryOptions({ limit: 200 }, { enabled: isManager, staleTime: 60_000 }),
  );
  const reports = useReports({ enabled: can("reports:view") && search !== "" });
  const members = useQuery(
    trpc.members.list.queryOptions(
      { q: search, limit: shownOfEach },
      { enabled: can("members:manage") && settled !== "" && acted === null },
    ),
  );
  const isFetching = settled !== text || [keys, webhooks, reports, members].some((each) => each.isFetching);
  if (text === "") return { choices: [], isFetching: false };
  if (acted !== null) return { choices: listKeyActs(acted.act, keys.data?.serviceAccounts, href), isFetching };
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
      ...listMembers(members.data?.members, href),
    ],
    isFetching,
  };
}

type Href = ReturnType<typeof useOrganization>["href"];

function listKeyActs(act: "rotate" | "revoke", keys: readonly Key[] | undefined, href: Href): Choice[] {
  const label = act === "rotate" ? t.rotateKey : t.revokeKey;
  return (keys ?? [])
    .filter((key) => listActions(key)[act])
    .map(({ id, name }) => ({
      key: `${act} ${id}`,
      group: t.actions,
      label: label(name),
      icon: actIcons[act],
      href: href(`/credentials/${id}?${act}=now`),
    }));
}

const listMembers = (members: readonly Member[] | undefined, href: Href): Choice[] =>
  (members ?? []).map((member) => ({
    key: member.id,
    group: t.members,
    label: nameMember(member),
    icon: UserRound,
    href: href(`/team?${writeTeamQuery({ search: nameMember(member), status: null })}`),
  }));

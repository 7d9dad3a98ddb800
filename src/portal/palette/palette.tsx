import { useRouter } from "next/navigation";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { digestKey } from "../find-key/read-key.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { listPlaces } from "../shell/places.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Finder, filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { readPasted, type Pasted } from "./read-pasted.ts";
import { palette as t } from "./lazy-strings.ts";
import { useRecords } from "./use-records.ts";

/** Goes to a screen, to a record by its name, or to what a pasted text names. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const organization = useOrganization();
  const router = useRouter();
  const [text, setText] = useState("");
  const pasted = readPasted(text);
  const records = useRecords(pasted === null ? text.trim() : "");
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const { find, message } = useSecretSearch((keyId) => go(organization.href(`/credentials/${keyId}`)));
  const change = (next: string, isPasted: boolean) => {
    const read = readPasted(next);
    setText(hideSecret(read, next));
    find(organization.can("integrations:manage") ? read : null);
    const [direct] = listPasted(read, organization);
    if (isPasted && direct !== undefined) go(direct.href);
  };
  const choices = [
    ...listPasted(pasted, organization),
    ...(pasted === null ? [...listScreens(organization, text), ...records.choices] : []),
  ];
  const empty = message ?? (records.isFetching ? t.searching : t.nothingFound);
  return (
    <Dialog open onOpenChange={onClose} title={t.goTo}>
      {message !== null && choices.length > 0 && <p className="mb-3 text-sm">{message}</p>}
      <Finder
        label={t.goTo}
        placeholder={t.screen}
        text={text}
        onTextChange={change}
        choices={choices}
        empty={empty}
        onChoose={({ href }) => go(href)}
      />
    </Dialog>
  );
}

/** Shows only the prefix of a secret, and nothing of a part of one. */
function hideSecret(read: ReturnType<typeof readPasted>, text: string): string {
  if (read?.kind === "secret") return read.prefix;
  return read?.kind === "broken_secret" ? "" : text;
}

type Organization = ReturnType<typeof useOrganization>;

function listScreens(organization: Organization, text: string): Choice[] {
  const places = (["main", "tools", "settings"] as const).flatMap((group) => listPlaces(organization, group));
  return filterChoices(places, text).map(({ label, within, href, icon }) => ({
    key: href,
    group: t.screens,
    label,
    hint: within,
    icon,
    href,
  }));
}

function listPasted(pasted: Pasted | null, { can, href }: Organization): Choice[] {
  if (pasted?.kind !== "record" || !can(pasted.permission)) return [];
  return [{ key: pasted.id, group: "ID", label: t.goToRecord(pasted.noun, pasted.id), href: href(pasted.path) }];
}

/** Finds a key by the digest of a pasted secret, as "Find a key" does. The secret stays in the browser. */
function useSecretSearch(onFound: (keyId: string) => void) {
  const client = useTRPCClient();
  const { organizationName } = useOrganization();
  const [message, setMessage] = useState<string | null>(null);
  const find = async (pasted: Pasted | null) => {
    setMessage(pasted?.kind === "broken_secret" ? t.thisApiKey : null);
    if (pasted?.kind !== "secret") return;
    try {
      const lookup = await client.keys.findByDigest.query({ digest: await digestKey(pasted.secret) });
      if (lookup.found) onFound(lookup.key.id);
      else setMessage(t.hasNoApiKey(organizationName));
    } catch (error) {
      setMessage(readError(error).message);
    }
  };
  return { find: (pasted: Pasted | null) => void find(pasted), message };
}

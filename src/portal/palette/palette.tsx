import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPCClient } from "../client/trpc.ts";
import { digestKey } from "../find-key/read-key.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { listPlaces, listSettings } from "../shell/places.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Finder, filterChoices, type Choice } from "../ui/overlays/finder.tsx";
import { createLatestRun } from "./latest-run.ts";
import { palette as t } from "./lazy-strings.ts";
import { parsePaletteText, type PaletteTarget } from "./parse-palette-text.ts";
import { useRecords } from "./use-records.ts";

/** Goes to a screen, to a record by its name, or to what a pasted text names. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const organization = useOrganization();
  const router = useRouter();
  const [text, setText] = useState("");
  // Of a secret the field has only the mask, which names nothing.
  const target = parsePaletteText(text);
  const records = useRecords(target === null ? text.trim() : "");
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const { lookUp, message } = useSecretLookup((keyId) => go(organization.href(`/credentials/${keyId}`)));
  const handleTextChange = (next: string, isPasted: boolean) => {
    const nextTarget = parsePaletteText(next);
    setText(maskSecret(nextTarget, next));
    lookUp(organization.can("integrations:manage") ? nextTarget : null);
    const [direct] = listTargets(nextTarget, organization);
    if (isPasted && direct !== undefined) go(direct.href);
  };
  const choices = [
    ...listTargets(target, organization),
    ...(target === null ? [...listScreens(organization, text), ...records.choices] : []),
  ];
  const empty = message ?? (records.isFetching ? t.searching : t.nothingFound);
  return (
    <Dialog open onOpenChange={onClose} title={t.goTo}>
      {message !== null && choices.length > 0 && <p className="mb-3 text-sm">{message}</p>}
      <Finder
        label={t.goTo}
        placeholder={t.placeholder}
        text={text}
        onTextChange={handleTextChange}
        choices={choices}
        empty={empty}
        onChoose={({ href }) => go(href)}
      />
    </Dialog>
  );
}

/** The text without a secret: its prefix, or nothing of an incomplete one. */
function maskSecret(target: PaletteTarget | null, text: string): string {
  if (target?.kind === "secret") return target.prefix;
  return target?.kind === "broken_secret" ? "" : text;
}

type Organization = ReturnType<typeof useOrganization>;

function listScreens(organization: Organization, text: string): Choice[] {
  const places = [
    ...(["main", "tools"] as const).flatMap((group) => listPlaces(organization, group)),
    ...listSettings(organization).flatMap((section) => section.places),
  ];
  return filterChoices(places, text).map(({ label, within, href, icon }) => ({
    key: href,
    group: t.screens,
    label,
    hint: within,
    icon,
    href,
  }));
}

/** The record that a text names, if the member may see it. */
function listTargets(target: PaletteTarget | null, { can, href }: Organization): Choice[] {
  if (target?.kind !== "record" || !can(target.permission)) return [];
  return [{ key: target.id, group: t.ids, label: t.goToRecord(target.noun, target.id), href: href(target.path) }];
}

/**
 * Finds a key by the digest of a pasted secret, as "Find a key" does. The secret stays in the browser. A lookup has no
 * effect after the text has changed, or the palette was closed.
 */
function useSecretLookup(onFound: (keyId: string) => void) {
  const client = useTRPCClient();
  const { organizationName } = useOrganization();
  const [message, setMessage] = useState<string | null>(null);
  const [{ run, cancel }] = useState(createLatestRun);
  useEffect(() => cancel, [cancel]);
  const findKey = async (secret: string, signal: AbortSignal): Promise<() => void> => {
    try {
      const digest = await digestKey(secret);
      const lookup = await client.keys.findByDigest.query({ digest }, { signal });
      if (lookup.found) return () => onFound(lookup.key.id);
      return () => setMessage(t.secretNotFound(organizationName));
    } catch (error) {
      return () => setMessage(readError(error).message);
    }
  };
  const lookUp = (target: PaletteTarget | null): void => {
    setMessage(target?.kind === "broken_secret" ? t.secretIncomplete : null);
    if (target?.kind === "secret") void run((signal) => findKey(target.secret, signal));
    else cancel();
  };
  return { lookUp, message };
}

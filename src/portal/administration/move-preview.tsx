import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { joinList } from "../ui/join-list.ts";
import { listEffects } from "./move-effects.ts";
import { movePreview as t } from "./strings.ts";

interface WantedMove {
  /** null for an organization that is to be created. */
  organizationId: string | null;
  parentOrganizationId: string | null;
  isHeadquarters: boolean;
}

/** What a change of an organization's place would change, before it is saved; nothing for null. */
export function MovePreview({ move }: { move: WantedMove | null }) {
  const trpc = useTRPC();
  const preview = useQuery(
    trpc.administration.previewMove.queryOptions(move ?? { organizationId: null }, { enabled: move !== null }),
  );
  if (move === null) return null;
  const { data } = preview;
  const fault = data?.fault ?? null;
  return (
    <div aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-sm">
      {data === undefined && (preview.isError ? t.effectsOfThisChange : t.checkingWhatChanges)}
      {fault !== null && <strong className="text-danger">{fault}.</strong>}
      {data !== undefined && fault === null && (
        <>
          <strong>{t.whatChanges}</strong>
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {listEffects(data).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
            {data.notified.length > 0 && <li>{t.notified(joinList(data.notified))}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { FoundList, RecordSearch } from "../client/record-search.tsx";
import { useTRPC } from "../client/trpc.ts";
import { contactSearch as t } from "./lazy-strings.ts";

export interface FoundContact {
  id: string;
  name: string;
}

interface ContactSearchProps {
  chosen: FoundContact | null;
  error: string | undefined;
  onChoose: (found: FoundContact | null) => void;
}

/** The contact that a firm is, by its name. */
export function ContactSearch({ chosen, error, onChoose }: ContactSearchProps) {
  return (
    <RecordSearch
      label={t.contact}
      hint={t.contactHint}
      why="fields#partner-firms"
      optional
      error={error}
      chosen={chosen?.name ?? null}
      another={t.anotherContact}
      onClear={() => onChoose(null)}
    >
      {(wanted) => <FoundContacts wanted={wanted} onChoose={onChoose} />}
    </RecordSearch>
  );
}

function FoundContacts({ wanted, onChoose }: { wanted: string; onChoose: (found: FoundContact) => void }) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.partnerFirms.findContacts.queryOptions({ q: wanted }));
  return (
    <FoundList
      items={data?.contacts}
      error={error}
      texts={{ searching: t.searching, none: t.noMatchingContacts, list: t.matchingContacts }}
      onChoose={onChoose}
    >
      {({ name }) => <span className="font-medium">{name}</span>}
    </FoundList>
  );
}

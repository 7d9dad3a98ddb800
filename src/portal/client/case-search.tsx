import { useQuery } from "@tanstack/react-query";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { caseSearch as t } from "./lazy-strings.ts";
import { FoundList, RecordSearch } from "./record-search.tsx";

export interface FoundCase {
  id: string;
  /** Its number and its client's name. */
  name: string;
}

interface SearchedCase {
  id: string;
  sequenceId: string;
  clientName: string;
}

export interface CaseSearchProps {
  /** Searches; its results are kept under the name. */
  name: string;
  find: (q: string) => Promise<{ cases: readonly SearchedCase[] }>;
  /** Where the guides say why the case is asked for. */
  why?: GuideAnchor;
  chosen: FoundCase | null;
  error?: string | undefined;
  onChoose: (found: FoundCase | null) => void;
}

/** A case by its number or its client's name. */
export function CaseSearch({ name, find, why, chosen, error, onChoose }: CaseSearchProps) {
  return (
    <RecordSearch
      label={t.case}
      hint={t.caseHint}
      why={why}
      className="grid max-w-xl gap-2.5"
      error={error}
      chosen={chosen?.name ?? null}
      another={t.anotherCase}
      onClear={() => onChoose(null)}
    >
      {(wanted) => <FoundCases name={name} find={find} wanted={wanted} onChoose={onChoose} />}
    </RecordSearch>
  );
}

type FoundCasesProps = Pick<CaseSearchProps, "name" | "find"> & {
  wanted: string;
  /** What is shown if there is none. */
  none?: string;
  onChoose: (found: FoundCase) => void;
};

/** The cases that a search found. */
export function FoundCases({ name, find, wanted, none = t.noMatchingCases, onChoose }: FoundCasesProps) {
  const { data, error } = useQuery({ queryKey: ["case-search", name, wanted], queryFn: () => find(wanted) });
  return (
    <FoundList
      items={data?.cases}
      error={error}
      texts={{ searching: t.searching, none, list: t.matchingCases }}
      onChoose={({ id, sequenceId, clientName }) => onChoose({ id, name: t.named(sequenceId, clientName) })}
    >
      {({ sequenceId, clientName }) => (
        <>
          <span className="font-medium">{sequenceId}</span>
          <span className="text-muted">{clientName}</span>
        </>
      )}
    </FoundList>
  );
}

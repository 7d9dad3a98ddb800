import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { laterDates as t } from "./strings.ts";
import {
  describeMoved,
  formatDay,
  formatDue,
  isWaiting,
  type Deadline,
  type Recalculation,
  type Waiting,
} from "./views.ts";

const MoveDialog = later(() => import("./move-dialog.tsx").then((file) => file.MoveDialog));

/** What is the same for all dates that wait because of one move. */
const nameMove = ({ movedTrigger }: Recalculation) =>
  movedTrigger === null
    ? null
    : [movedTrigger.source, movedTrigger.recordId, movedTrigger.label, movedTrigger.toOn].join(" ");

/** At most as many as are decided at once. */
const most = 60;

/** The later dates of the case that wait because of the same move, this one among them. */
function useMove({ caseId, recalculation }: Waiting): Waiting[] {
  const trpc = useTRPC();
  const name = nameMove(recalculation);
  const found = useQuery({
    ...trpc.deadlines.list.queryOptions({ caseId, hasPending: true, sort: "due", limit: 100 }),
    enabled: name !== null,
  });
  return (found.data?.deadlines ?? [])
    .filter(isWaiting)
    .filter((each) => nameMove(each.recalculation) === name)
    .slice(0, most);
}

interface LaterDateProps {
  deadline: Waiting;
  /** Null for who may not decide. */
  onDecide: (() => void) | null;
}

/** A later date that waits for a second person, with the others that wait because of the same move. */
export function LaterDate({ deadline, onDecide }: LaterDateProps) {
  const { recalculation } = deadline;
  const move = useMove(deadline);
  const [isDeciding, setDeciding] = useState(false);
  return (
    <>
      <Banner tone="warning" title={t.title(formatDue(recalculation.proposedOn, recalculation.proposedTime))}>
        <p>{describeMoved(recalculation) ?? t.hint(formatDay(recalculation.triggerOn))}</p>
        <p>
          {t.by(recalculation.causedBy.name)}, <RelativeTime instant={recalculation.at} />
        </p>
        {onDecide !== null && (
          <div className="mt-3 flex flex-wrap gap-2">
            {move.length > 1 && (
              <Button size="sm" variant="primary" onClick={() => setDeciding(true)}>
                {t.decideAll(move.length)}
              </Button>
            )}
            <Button size="sm" onClick={onDecide}>
              {t.decide}
            </Button>
          </div>
        )}
      </Banner>
      {move.length > 1 && <Move move={move} />}
      {isDeciding && <MoveDialog move={move} onClose={() => setDeciding(false)} />}
    </>
  );
}

function Move({ move }: { move: readonly Waiting[] }) {
  const { href } = useOrganization();
  return (
    <SectionCard title={t.ofMove} description={t.ofMoveHint}>
      <DataTable
        name="later-dates"
        caption={t.ofMove}
        rows={move}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t.deadline,
            render: ({ id, title }) => <PlainLink href={href(`/deadlines?deadline=${id}`)}>{title}</PlainLink>,
            text: ({ title }) => title,
          },
          { label: t.now, render: ({ dueOn, dueTime }) => formatDue(dueOn, dueTime), text: ({ dueOn }) => dueOn },
          {
            label: t.proposed,
            render: ({ recalculation }) => formatDue(recalculation.proposedOn, recalculation.proposedTime),
            text: ({ recalculation }) => recalculation.proposedOn,
          },
        ]}
      />
    </SectionCard>
  );
}

/** Why, and since when. */
export function WaitingCause({ deadline: { recalculation, pendingTransition } }: { deadline: Deadline }): ReactNode {
  if (recalculation === null)
    return pendingTransition === null ? null : (
      <>
        {pendingTransition.requestedBy.name}, <RelativeTime instant={pendingTransition.requestedAt} />
      </>
    );
  return (
    <>
      {describeMoved(recalculation) ?? recalculation.causedBy.name}, <RelativeTime instant={recalculation.at} />
    </>
  );
}

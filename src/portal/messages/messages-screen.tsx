"use client";

import { MessagesSquare } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Inbox } from "./inbox.tsx";
import { readPlace, type Place } from "./places.ts";
import { messagesScreen as t } from "./strings.ts";

const placeholder = () => <SkeletonTab />;
const Thread = later(() => import("./thread.tsx").then((file) => file.Thread), placeholder);
const SubjectView = later(() => import("./subject-view.tsx").then((file) => file.SubjectView), placeholder);
const FindDialog = later(() => import("./find-dialog.tsx").then((file) => file.FindDialog));

/** `?conversation=cnv_…`, `?case=case_…` and `?client=cli_…` show one; on a phone, instead of the list. */
export function MessagesScreen() {
  const { can } = useOrganization();
  const place = readPlace(useSearchParams());
  const [isFinding, setFinding] = useState(false);
  if (!can("communications:view")) return <NoPermission permission="communications:view" what={t.view} />;
  const isChosen = place.conversation !== null || place.case !== null || place.client !== null;
  return (
    <>
      <div className={cn(isChosen && "max-lg:hidden")}>
        <PageHeader
          title={t.title}
          description={t.description}
          actions={
            can("cases:view") && can("clients:view") ? (
              <Button onClick={() => setFinding(true)}>{t.find}</Button>
            ) : undefined
          }
        />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)]">
        <section aria-label={t.boxes} className={cn("min-w-0", isChosen && "max-lg:hidden")}>
          <Inbox place={place} />
        </section>
        <div className={cn("min-w-0", !isChosen && "max-lg:hidden")}>
          <Chosen place={place} />
        </div>
      </div>
      {isFinding && <FindDialog onClose={() => setFinding(false)} />}
    </>
  );
}

function Chosen({ place }: { place: Place }) {
  if (place.conversation !== null) return <Thread key={place.conversation} place={place} id={place.conversation} />;
  if (place.case !== null) return <SubjectView key={place.case} place={place} subject={{ caseId: place.case }} />;
  if (place.client !== null)
    return <SubjectView key={place.client} place={place} subject={{ clientId: place.client }} />;
  return (
    <EmptyState icon={MessagesSquare} title={t.chooseOne}>
      {t.chooseOneHint}
    </EmptyState>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellOff, CheckCheck, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/feedback/later.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { NotificationItem } from "./notification-item.tsx";
import { notificationsScreen as t } from "./strings.ts";

const PreferencesDialog = later(() => import("./preferences-dialog.tsx"));

type NotificationPage = PortalOutputs["notifications"]["list"];

export function NotificationsScreen() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [isPreferring, setPreferring] = useState(false);
  const input = { limit: 50 };
  const list = usePages<NotificationPage>(trpc.notifications.list.queryKey(input), (place) =>
    client.notifications.list.query({ ...input, ...place }),
  );
  const markRead = useMutation(
    trpc.notifications.markRead.mutationOptions({
      // The top bar's count uses the same list.
      onSettled: () => queryClient.invalidateQueries(trpc.notifications.list.pathFilter()),
      onError: (error) => showToast(t.couldNotMarkNotifications(readError(error).message), "danger"),
    }),
  );
  const unread = list.data?.pages[0]?.unreadCount ?? 0;
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.description}
        actions={
          <Actions
            hasUnread={unread > 0}
            busy={markRead.isPending}
            onPrefer={() => setPreferring(true)}
            onMarkAll={() => markRead.mutate({})}
          />
        }
      />
      <PagedList
        list={list}
        items={(page) => page.notifications}
        nouns={t.nouns}
        placeholder={5}
        empty={<NoNotifications />}
      >
        {(notifications) => (
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-xs">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onOpen={() => {
                  if (notification.readAt === null) markRead.mutate({ ids: [notification.id] });
                }}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {isPreferring && <PreferencesDialog onClose={() => setPreferring(false)} />}
    </>
  );
}

function Actions({
  hasUnread,
  busy,
  onPrefer,
  onMarkAll,
}: {
  hasUnread: boolean;
  busy: boolean;
  onPrefer: () => void;
  onMarkAll: () => void;
}) {
  return (
    <>
      <Button onClick={onPrefer}>
        <SlidersHorizontal aria-hidden className="size-4" />
        {t.preferences}
      </Button>
      {hasUnread && (
        <Button busy={busy} onClick={onMarkAll}>
          <CheckCheck aria-hidden className="size-4" />
          {t.markAllAsRead}
        </Button>
      )}
    </>
  );
}

function NoNotifications() {
  return (
    <EmptyState icon={BellOff} title={t.noNotifications}>
      {t.scopeDecisions}
    </EmptyState>
  );
}

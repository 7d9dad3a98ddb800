import { later } from "../ui/feedback/later.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";

const Waiting = () => <Skeleton className="h-40 w-full" />;

/** In place of a screen without its permission; most members never load it. */
export const NoPermission = later(
  () => import("./no-permission-state.tsx").then((module) => module.NoPermissionState),
  Waiting,
);

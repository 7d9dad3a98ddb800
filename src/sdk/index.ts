export { Caseport, type CaseportOptions } from "./caseport.ts";
export * from "./errors.ts";
export type { FieldOptions, ReadOptions, ShowOptions, WriteOptions } from "./call.ts";
export type { CursorStore, EventPage, FollowOptions } from "./follow.ts";
export type { Pages } from "./pages.ts";
export type { RequestOptions } from "./send.ts";
export type { UploadOptions, UploadProgress, UploadSource } from "./upload.ts";
export type { VerifyOptions, WebhookHeaders, WebhookMessage } from "./webhooks.ts";
export type * from "./api.ts";

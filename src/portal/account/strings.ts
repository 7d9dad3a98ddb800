import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const accountScreen = catalog({
  accountAndSecurity: "Account and security",
  accountAndSecurityDescription: "Sign-in settings for all your organizations.",
  profile: "Profile",
  profileDescription: "Contact an administrator to change your name or email address.",
  name: "Name",
  emailAddress: "Email address",
  role: "Role",
  platformAdministrator: "Platform administrator",
});

export const changePassword = catalog({
  enterYourCurrentPassword: "Enter your current password.",
  passwordChanged: "Password changed. You were signed out of all other sessions.",
  password: "Password",
  passwordDescription: "Changing it signs you out of all other sessions.",
  currentPassword: "Current password",
  newPassword: "New password",
  newPasswordHint: "At least 12 characters. A passphrase of several words is easy to remember.",
  confirmNewPassword: "Confirm new password",
  changePassword: "Change password",
});

export const disableSecondFactor = catalog({
  secondFactorTurnedOff: "Second factor turned off.",
  turnOffSecondFactor: "Turn off second factor?",
  turnOffSecondDescription:
    "Your passkeys are removed. You will sign in with your password only, and cannot create or change API keys until you set up a new one.",
  turnOffSecondFactorSubmit: "Turn off second factor",
});

export const nameDevice = catalog({
  unknownBrowser: "Unknown browser",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
});

export const organizationsScreen = catalog({
  continuing: "Continuing",
  chooseOrganization: "Choose an organization",
  chooseOrganizationDescription: "Each has its own API keys, members and audit log.",
  invitations: "Invitations",
  afterYouJoin:
    "After you join, the organization’s audit log shows your sign-ins, and its administrators see whether you use a second factor.",
  youJoined: (organizationName: string) => `You joined ${organizationName}.`,
  joinOrganization: (organizationName: ReactNode) => rich`Join organization${organizationName}`,
  noOrganizations: "No organizations",
  askAdministrator: "Ask an administrator of your firm to invite you.",
  pageTitle: "Your organizations",
});

export const passkeyDialog = catalog({
  enterName: "Enter a name.",
  passkeyAdded: "Passkey added.",
  passkeyRenamed: "Passkey renamed.",
  addPasskey: "Add a passkey",
  renamePasskey: "Rename passkey",
  yourBrowserAsks: "Your browser asks for your fingerprint, face or PIN next.",
  name: "Name",
  nameHint: "Name the device, so that you recognize it here.",
  cancel: "Cancel",
  continue: "Continue",
  saveName: "Save name",
});

export const passkeys = catalog({
  title: "Passkeys",
  description: "Sign in and confirm with your fingerprint, face or PIN instead of a password and code.",
  addPasskey: "Add passkey",
  couldNotLoadPasskeys: "Could not load passkeys",
  noPasskeys: "No passkeys.",
  notUsedYet: "not used yet",
  lastUsed: (time: ReactNode) => rich`last used ${time}`,
  added: (time: ReactNode, part: ReactNode) => rich`Added ${time} · ${part}`,
  rename: (name: ReactNode) => rich`Rename${name}`,
  remove: (name: ReactNode) => rich`Remove${name}`,
  passkeyRemoved: "Passkey removed.",
  removePasskey: (name: string) => `Remove passkey “${name}”?`,
  removeDescription: "You can no longer sign in with it. Delete it on the device, too.",
  removePasskeyConfirm: "Remove passkey",
});

export const renewRecoveryCodes = catalog({
  recoveryCodesCreated: "Recovery codes created. The previous codes no longer work.",
  createRecoveryCodes: "Create recovery codes",
  createRecoveryCodesDescription: "Your current codes stop working immediately.",
  yourNewRecoveryCodes: "Your new recovery codes",
});

export const secondFactor = catalog({
  secondFactorSetUp: "Second factor set up.",
  on: "On",
  off: "Off",
  secondFactor: (badge: ReactNode) => rich`Second factor ${badge}`,
  description: "A code from an app on your phone, required to sign in and to create, change or revoke API keys.",
  createRecoveryCodes: "Create recovery codes",
  turnOffSecondFactor: "Turn off second factor",
  platformAdministratorsNeedSecond: "Platform administrators need a second factor to make decisions.",
  setUpSecondFactor: "Set up a second factor",
});

export const sessions = catalog({
  title: "Sessions",
  description: "Sessions expire after 12 hours.",
  signOutEverywhere: "Sign out everywhere",
  couldNotLoadSessions: "Could not load sessions",
  signedOutOf: (name: string) => `Signed out of ${name}.`,
  currentSession: "Current session",
  details: (address: string | null, lastSeen: ReactNode, signedIn: ReactNode) =>
    rich`${address ?? "unknown IP address"} · last seen ${lastSeen} · signed in ${signedIn}`,
  signOut: "Sign out",
  signOutEverywhereTitle: "Sign out everywhere?",
  signOutEverywhereDescription: "All your sessions end immediately, including this one.",
});

// The entry of overrides: closures and event rates of a city's zones between two instants. Servers take each over within a second of its commit.

export { cancelPublished, publishOverride, rateEffect } from './decided.ts'
export {
  type ClosureDraft,
  cancelOverride,
  checkClosure,
  closureEveJob,
  closureJob,
  draftOverride,
  dropDraft,
  OverrideRefused,
  publishClosure,
} from './drafts.ts'
export { cityInstant } from './local-instant.ts'
export { findOverride, holdsPublished, listOverrides, type OverrideRow } from './store.ts'

// Closed lists of values that both screens and schemas use: kept apart so that a screen does not load the schemas.

/** What places are filtered by. */
export const features = ['ev', 'covered', 'accessible'] as const
export type FilterFeature = (typeof features)[number]
/**
 * Where a source says it: a space wide enough for a van with a ramp, a way without steps, ground without a slope, and a pay station that
 * is reached from a wheelchair.
 */
export const accessDetails = ['van', 'step_free', 'level', 'reachable_pay_station'] as const
export type AccessDetail = (typeof accessDetails)[number]

/** What a city's data gives names to, the best known first. */
export const nameKinds = ['landmark', 'zip', 'station', 'hospital', 'school', 'park', 'neighborhood', 'street'] as const

/** 15 and 5 minutes before the end, at the end, and so on, in the order they are shown. */
export const noticeKinds = [
  'ends15',
  'ends5',
  'ended',
  'extended',
  'receipt',
  'topUp',
  'refund',
  'plan',
  'chat',
] as const

export const noticeChannels = ['push', 'mail', 'sms'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeChannel = (typeof noticeChannels)[number]

export const pastSorts = ['newest', 'oldest', 'less-distance', 'more-distance'] as const
export type PastSort = (typeof pastSorts)[number]

export const shows = ['open', 'mine', 'unanswered', 'all'] as const
export type Show = (typeof shows)[number]

/** Leads invite and remove others; what else there is to do at the desk, all do. */
export const roles = ['lead', 'agent'] as const
export type Role = (typeof roles)[number]

/** What somebody does for a city: `rates` also has its places, imports, and closures. */
export const cityRoles = ['owner', 'rates', 'money', 'permits', 'officer', 'viewer'] as const
export type CityRole = (typeof cityRoles)[number]

/** What needs a second person in a city: places of a file that change prices or limits, an event rate, terms, going live. */
export const proposalKinds = ['places', 'rate', 'terms', 'live'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** How a driver saved a place. */
export const savedKinds = ['home', 'work', 'other'] as const

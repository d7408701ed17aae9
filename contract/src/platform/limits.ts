// The business constants of the rules page, one home each, with their unit. A city may set those marked * by configuration.

/**
 * The terms of a city that sets none of its own * (`city_terms`). The service fee comes once a session, with its first paid minute. A stop
 * within `freeCancelSeconds` refunds everything, so many times a day of the place; later ones are ordinary stops (D-102).
 */
export const usualTerms = {
  serviceFeeCents: 35,
  freeCancelSeconds: 60,
  freeCancelsPlateZoneDay: 1,
  freeCancelsAccountDay: 3,
  autoExtendMinutes: 15,
  /** where a driver was, and which plate parked, is known so long; money ten years */
  historyDays: 730,
} as const
/** Deluxe a month, and how long it goes on after a renewal that was not paid */
export const plan = { deluxeCents: 499, graceDays: 7 } as const
export const quoteSeconds = 120
/** default minimum stay of a zone * */
export const minimumStayMinutes = 15
/** the screen steps by this; the API takes any whole minute */
export const stayStepMinutes = 15
/** no stay is longer than this, whatever a zone allows */
export const longestStayMinutes = 7 * 24 * 60
/** a card's authorisation lasts seven days: what it pays ends before */
export const longestCardStayMinutes = 6 * 24 * 60

export const savedPlaces = { most: 20, mostLabel: 30 } as const

/**
 * A habit: at least `leastTimes` starts at a place on different days, at most `minutesApart` from each other's middle. It is learned
 * from the last `days`, at most `stays` of them; a start counts half after `halfLifeDays`.
 */
export const usualStays = { leastTimes: 2, minutesApart: 75, days: 90, stays: 300, halfLifeDays: 28, most: 12 } as const

/** a session that extends itself does so this long before its end */
export const autoExtend = { leadMinutes: 2 } as const
export const maxPayment = { usualCents: 1_500, leastCents: 100, mostCents: 50_000 } as const
/** a sighting older than this starts nothing; a second one within `repeatMinutes` is the same arrival */
export const plateSeen = { freshMinutes: 15, repeatMinutes: 10, futureSeconds: 60 } as const

/** `noticeSeconds`: between the notice and the charge */
export const topUp = {
  leastMinCents: 100,
  mostMinCents: 50_000,
  usualCeilingCents: 20_000,
  leastCeilingCents: 100,
  mostCeilingCents: 200_000,
  noticeSeconds: 30,
} as const
/** what a card's bank may take to show a refund */
/** a refund of a session's total over `secondPersonOverCents` is approved by a second person within `proposalDays` */
export const refund = { days: 10, secondPersonOverCents: 50_000, proposalDays: 14 } as const
export const wallet = { mostCents: 200_000, leastAddCents: 100, mostAddCents: 50_000 } as const

/** the link that confirms an e-mail works so long; at most so many are ever sent to one that nobody confirmed */
export const emailLink = { hours: 72, most: 10 } as const
/** who proves one contact alone waits so long, a number that somebody may have taken over the longest; then it is open for days */
export const recovery = { mailHours: 24, smsHours: 72, openDays: 7 } as const
/**
 * Without a proof of work: `sends` to one destination within `minutes`, `sendsADay` to it, `freeADayFrom` one address block.
 * With one: `sendsADayByStrangers` to it, and `sendsADayFrom` a block, behind which thousands of phones may stand.
 */
export const code = {
  digits: 6,
  minutes: 10,
  tries: 5,
  sends: 3,
  sendsADay: 10,
  sendsADayByStrangers: 40,
  freeADayFrom: 60,
  sendsADayFrom: 3_000,
  resendSeconds: 30,
} as const
/** for `freshMinutes` after signing in nobody is asked for the password again */
export const token = { days: 30, mostPerDriver: 10, freshMinutes: 15 } as const
/** a challenge is good once, for `minutes`; `most` of an account */
export const passkey = { minutes: 5, most: 20, mostName: 60 } as const
export const password = { least: 8, most: 200 } as const

export const near = {
  /** the city around a position has a place this near */
  cityMetres: 25_000,
  radiusMetres: 1_500,
  mostRadiusMetres: 10_000,
  /** great-circle metres to metres on foot */
  detour: 1.3,
  walkMetresPerMinute: 80,
} as const

/** pixels of a map's side that one call answers; kerbs are painted from this zoom on */
export const mapLimits = { mostPx: 5_120, kerbZoom: 16 } as const

/** an occupancy report older than this is "No live count" */
export const reportMinutes = 30

/** what was pressed offline is kept this long, and who paid for a plate is looked for */
export const history = { days: 730 } as const

/** a copy of all of a driver's data is kept this long once it is ready; `mostDownloads` of it at a time, for `downloadMinutes` after a proof */
export const dataExport = { hours: 24, mostDownloads: 2, downloadMinutes: 120 } as const

/** kept as a square of `sidePixels`; the app sends one of at most `sentSidePixels`, others whatever they have */
export const photo = {
  sidePixels: 512,
  sentSidePixels: 1_024,
  mostPixels: 50_000_000,
  mostBytes: 5 * 1_024 * 1_024,
} as const

/** `mostOpen` at a time and `mostADay` asked for, a driver */
export const callback = { stepMinutes: 15, mostDaysAhead: 30, mostOpen: 3, mostADay: 10 } as const

/** of a driver, beside what an address may call */
export const chat = { mostLetters: 2_000, mostAMinute: 30, mostADay: 500, mostStreams: 10, quietHours: 12 } as const

/** `mostEach` in a message, `mostKeptBytes` of a driver; pictures are kept at `sidePixels` at most */
export const attachment = {
  mostBytes: 10 * 1_024 * 1_024,
  mostPixels: 60_000_000,
  sidePixels: 2_560,
  mostEach: 5,
  mostAnHour: 40,
  mostKeptBytes: 300 * 1_024 * 1_024,
  unsentHours: 24,
} as const

/** `mostBytes` of all its files together: what mail servers take */
export const supportEmail = {
  mostSubject: 150,
  mostLetters: 5_000,
  mostADay: 10,
  mostBytes: 15 * 1_024 * 1_024,
} as const

/** `mostADay` about the app, a driver; of a session there is one */
export const feedback = { mostStars: 5, mostLetters: 2_000, mostADay: 20 } as const

/** `hours` a sign-in lasts, `idleMinutes` without use; an invitation, `inviteDays` */
export const desk = {
  hours: 12,
  idleMinutes: 30,
  inviteDays: 3,
  mostTitle: 60,
  mostReason: 300,
  mostFound: 50,
} as const

/** minutes before the end of a session at which a driver is reminded who chose no others, and the bounds of a choice */
export const reminder = { firstMinutes: 15, lastMinutes: 5, leastMinutes: 1, mostMinutes: 120 } as const

/** invitations of a person to trust: `mostADriver` makes and `mostAContact` gets in `days`; one that waits ends after `openDays` */
export const trusted = {
  mostName: 60,
  mostADriver: 5,
  mostAContact: 3,
  days: 30,
  openDays: 7,
  declinedDays: 365,
} as const

/** how far ahead a placard may expire: no US state issues one for longer than ten years */
export const placard = { mostDays: 3653 } as const

export const page = { usual: 20, most: 100 } as const
/** `most` of an account: more than any household has, and as many as a list can be looked through */
export const vehicles = { rentalHours: 24, most: 50 } as const
export const vehicleYears = { first: 1900 } as const
export const digitsMost = 12
/** files of a city's places: `mostBytes` each, `mostFiles` with those beside it, and `mostKeptBytes` of a city until they are checked */
export const imports = {
  mostBytes: 64 * 1_024 * 1_024,
  mostFiles: 6,
  mostMapping: 200_000,
  mostKeptBytes: 1_024 * 1_024 * 1_024,
} as const
/** `most`: of a city */
export const feeds = { most: 50, mostAddress: 2_000, leastSeconds: 10, mostSeconds: 604_800 } as const
/** of a closure or an event rate */
export const overrides = { mostName: 120, mostZones: 5_000, mostDays: 400, mostPerHourCents: 50_000 } as const

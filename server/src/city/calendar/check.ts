// What is wrong with a rule book, field by field in plain words: refused, or worth a second look. Pure.
import { type Cap, type Price, type Rule, RuleBook, type When } from '@parkit/contract/city/calendar-schemas'

/** `field` as `rules[2].when[0].from`. A warning is shown, and the book may be published all the same. */
export type Problem = { field: string; reason: string; isWarning: boolean }

const fieldOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (field, key) => (typeof key === 'number' ? `${field}[${key}]` : field ? `${field}.${String(key)}` : String(key)),
    '',
  )
const refused = (field: string, reason: string): Problem => ({ field, reason, isWarning: false })
const warning = (field: string, reason: string): Problem => ({ field, reason, isWarning: true })

const checkLines = ({ lines }: Price, field: string): Problem[] => {
  const problems: Problem[] = []
  let reached = 0
  let total = 0
  lines.forEach((line, i) => {
    const at = `${field}.lines[${i}]`
    const { type, fromSeconds, toSeconds, stepSeconds, cents } = line
    if (toSeconds !== null && toSeconds <= fromSeconds)
      problems.push(refused(`${at}.toSeconds`, 'ends before it begins'))
    if (fromSeconds > reached)
      problems.push(
        refused(`${at}.fromSeconds`, `leaves a gap: nothing holds from second ${reached} to ${fromSeconds}`),
      )
    if (fromSeconds < reached)
      problems.push(refused(`${at}.fromSeconds`, `overlaps: two lines hold at second ${fromSeconds}`))
    if ((type === 'step') !== (stepSeconds !== undefined))
      problems.push(
        refused(`${at}.stepSeconds`, type === 'step' ? 'is missing: a step needs a length' : 'is for steps alone'),
      )
    if (type === 'step' && stepSeconds && toSeconds !== null && (toSeconds - fromSeconds) % stepSeconds > 0)
      problems.push(warning(`${at}.stepSeconds`, 'the last step is cut short and costs as much as a whole one'))
    if (type === 'total' && cents < total)
      problems.push(refused(`${at}.cents`, 'is less than the total before, so a longer stay would cost less'))
    if (type === 'total') total = cents
    reached = Math.max(reached, toSeconds ?? Infinity)
  })
  if (reached < Infinity)
    problems.push(refused(`${field}.lines`, `nothing holds after second ${reached}: end with toSeconds null`))
  return problems
}

const checkLimits = ({ limits, price }: Rule, field: string): Problem[] => {
  if (!limits) return []
  const { minStaySeconds = 0, maxStaySeconds = Infinity, noReturnScope, limitGroup } = limits
  const steps = price?.lines.flatMap(({ stepSeconds }) => stepSeconds ?? []) ?? []
  const isBroken = (seconds: number) => seconds < Infinity && steps.some(step => seconds % step > 0)
  return [
    ...(maxStaySeconds < minStaySeconds
      ? [refused(`${field}.maxStaySeconds`, 'is shorter than the shortest stay')]
      : []),
    ...(noReturnScope === 'group' && !limitGroup
      ? [refused(`${field}.noReturnScope`, 'is group, but limitGroup is missing')]
      : []),
    ...(isBroken(minStaySeconds) || isBroken(maxStaySeconds)
      ? [warning(field, 'the shortest or longest stay is no whole number of steps')]
      : []),
  ]
}

const listsOf = ({ onDays = [], notOnDays = [] }: When) => [
  ...onDays.map((id, i) => ({ id, field: `onDays[${i}]` })),
  ...notOnDays.map((id, i) => ({ id, field: `notOnDays[${i}]` })),
]

const checkRule = (rule: Rule, field: string, lists: ReadonlySet<string>): Problem[] => [
  ...(rule.priority === 0 ? [refused(`${field}.priority`, 'is 0, which closures and event rates have')] : []),
  ...rule.when.flatMap((when, i) =>
    listsOf(when)
      .filter(({ id }) => !lists.has(id))
      .map(one => refused(`${field}.when[${i}].${one.field}`, `no list of days is called ${one.id}`)),
  ),
  ...(rule.activity === 'none' && rule.price
    ? [refused(`${field}.price`, 'nobody may stop here, so nothing is paid')]
    : []),
  ...(rule.activity !== 'none' && !rule.price
    ? [refused(`${field}.price`, 'is missing: free time is a line of 0 cents')]
    : []),
  ...(rule.activity !== 'none' && rule.tow
    ? [refused(`${field}.tow`, 'cars are towed only where nobody may stop')]
    : []),
  ...(rule.price ? checkLines(rule.price, `${field}.price`) : []),
  ...checkLimits(rule, `${field}.limits`),
]

const areApart = (one: Rule, other: Rule): boolean =>
  Boolean(one.spaceKinds && other.spaceKinds && !one.spaceKinds.some(kind => other.spaceKinds!.includes(kind)))

const checkCaps = (caps: Cap[], rules: Rule[]): Problem[] => {
  const covered = new Set<string>()
  return caps.flatMap(({ cents, ruleIds, resetAt, resetAfterSeconds }, i) => {
    const field = `caps[${i}]`
    const problems: Problem[] = []
    if (resetAt !== undefined && resetAfterSeconds !== undefined)
      problems.push(refused(field, 'has two kinds of reset: keep resetAt or resetAfterSeconds'))
    for (const id of ruleIds === 'all' ? ['all'] : ruleIds) {
      if (covered.has(id)) problems.push(refused(`${field}.ruleIds`, `another cap covers ${id}`))
      else if (ruleIds !== 'all' && !rules.some(rule => rule.id === id))
        problems.push(refused(`${field}.ruleIds`, `no rule is called ${id}`))
      covered.add(id)
    }
    const steps = rules
      .filter(({ id }) => ruleIds === 'all' || ruleIds.includes(id))
      .flatMap(({ price }) => price?.lines.filter(({ type }) => type === 'step') ?? [])
    if (steps.some(step => step.cents > cents)) problems.push(warning(`${field}.cents`, 'is less than a single step'))
    return problems
  })
}

/** Problems of a book of the right shape; `lists` are the city's lists of days. */
export const checkBook = ({ rules, caps }: RuleBook, lists: ReadonlySet<string>): Problem[] => [
  ...rules.flatMap((rule, i) => checkRule(rule, `rules[${i}]`, lists)),
  ...rules.flatMap((rule, i) =>
    rules.slice(0, i).some(({ id }) => id === rule.id)
      ? [refused(`rules[${i}].id`, `another rule is called ${rule.id}`)]
      : [],
  ),
  ...rules.flatMap((rule, i) => {
    const other = rules.slice(0, i).find(one => one.priority === rule.priority && !areApart(one, rule))
    return other
      ? [warning(`rules[${i}].priority`, `is that of ${other.id}: where both hold, the one listed first wins`)]
      : []
  }),
  ...checkCaps(caps, rules),
]

/** A book as it was handed in: whole, or refused with every problem that was found. */
export const readBook = (
  input: unknown,
  lists: ReadonlySet<string>,
): { book: RuleBook | null; problems: Problem[] } => {
  const read = RuleBook.safeParse(input)
  if (!read.success)
    return { book: null, problems: read.error.issues.map(({ path, message }) => refused(fieldOf(path), message)) }
  const problems = checkBook(read.data, lists)
  return { book: problems.every(({ isWarning }) => isWarning) ? read.data : null, problems }
}

// What ParkIt claims of each criterion of WCAG 2.2 A and AA, why, and the tests that show it: the one source of docs/accessibility.md.

export type Claim = 'supports' | 'partially' | 'does not' | 'not applicable'
export type Criterion = {
  number: string
  name: string
  level: 'A' | 'AA'
  claim: Claim
  why: string
  /** `file: title`, from the root; none: by reading the code and looking at the screens */
  tests: readonly string[]
}

const axe = [
  'e2e/accessibility.test.ts: public screens pass axe',
  'e2e/accessibility.test.ts: a driver’s screens pass axe',
  'e2e/accessibility.test.ts: a guest’s screens pass axe',
]
const keyboard = 'e2e/keyboard.test.ts'
const tab = `${keyboard}: Tab reaches every control of every screen in order with a visible focus`
const dialog = `${keyboard}: a dialog takes the focus, traps it and returns it to the control that opened it`
const panning = `${keyboard}: arrow keys pan the map; Tab moves between signs without panning`
/** at 320 × 640, with letters twice as large, and with texts 40 % longer */
const layout = 'e2e/layout.test.ts: $who, $language'
const spanish = 'e2e/spanish.test.ts: every screen of a driver is in Spanish'
const transcript = 'e2e/journeys/new-driver.test.ts: a new driver registers, parks and gets a receipt'
const stay = 'e2e/journeys/announcements.test.ts: a whole stay by keyboard alone, and all that is announced'
/** at 320 × 256, on its side, with the spacing of 1.4.12, and with `prefers-contrast` and forced colors */
const lowWindow = 'e2e/layout.test.ts: a driver in a low window, on its side, with wide spacing, and with more contrast'
const voiceControl = 'e2e/journeys/voice.test.ts: a whole stay by the words on the screen alone (%s)'
const minutes = 'web/src/parking/sessions/session-text.test.ts: a screen reader announces 15, 5 and 0 minutes once each'
const s2Views = 'e2e/conformance/s2-past.test.ts: §2 Past Parking Sessions: a toggle between the list and the map view'
const journey = 'e2e/journeys/accessibility.test.ts'
const page = `${journey}: the accessibility page changes what the device shows, and says what holds`
const guest = `${journey}: a guest finds the city’s phone number, 711 relay, and email address`
const buttons = `${journey}: a phone’s map moves and zooms by buttons, and an error of the card form is at its field`
const large = `${journey}: large buttons make every target 60 pixels high, in one column`
const fields = 'e2e/conformance/s5-validation.test.ts: §5 Add/Edit Vehicle'
const reminders =
  'server/src/messaging/notices/reminders.test.ts: reminders by the driver’s own minutes, for one driver alone'
const voice = 'voice.test.ts: English is plain US English: no word of another country, no machine, no riddle'
const edges = 'e2e/vpat/report.test.ts: edges of controls and the focus have a contrast of 3:1 in both themes'
const taps =
  'e2e/journeys/taps-newcomer.test.ts: a newcomer from a sign’s link: at most seven taps and two typed fields, and the code and the card'
const newer = (title: string) => `e2e/journeys/every-use.test.ts: newer screens ${title}`
const newerTab = newer('by keyboard alone: Tab reaches every control')
const newerLow = newer('in a window of 320 by 256 pixels: all is reached, nothing sticks')
const newerForced = newer('in forced colors and with more contrast: nothing is lost')
const newerLarge = newer('with large buttons: every target is 60 pixels high')
const newerSheets = 'e2e/journeys/every-use.test.ts: newer sheets take the focus and hold it'
const passkey =
  'e2e/journeys/passkeys.test.ts: a passkey is added in the account, signs in by the button, is named and removed'
const search =
  'e2e/journeys/search.test.ts: “Where to?” opens in the search field, which suggests, forgives an error, and names what is outside'

type Row = [number: string, name: string, why: string, ...tests: string[]]

const media = 'There is no audio or video.'

/** Of level A. */
const a: Row[] = [
  [
    '1.1.1',
    'Non-text Content',
    'Icons are hidden or named; how full a place is stands in words, with the count. A photo in the chat with support has only the name of its file.',
    ...axe,
  ],
  [
    '1.3.1',
    'Info and Relationships',
    'Headings, lists, tables, pairs of label and value, and fields with their labels and errors are marked as such.',
    ...axe,
  ],
  ['1.3.2', 'Meaningful Sequence', 'The order in the page is the order on the screen.', tab],
  ['1.3.3', 'Sensory Characteristics', 'No instruction refers to shape, color, place, or sound alone.'],
  ['1.4.1', 'Use of Color', 'Levels, states, and errors are also words or icons.'],
  [
    '2.1.1',
    'Keyboard',
    'Everything can be reached and used with a keyboard; the map moves with the arrow keys.',
    tab,
    newerTab,
    panning,
  ],
  ['2.1.2', 'No Keyboard Trap', 'Tab goes around in a dialog or sheet, and Escape leaves it.', dialog],
  ['2.1.4', 'Character Key Shortcuts', 'The screens of drivers have none.'],
  [
    '2.2.1',
    'Timing Adjustable',
    'A session is extended from any screen and from a reminder, whose minutes the driver chooses. A price that expires is renewed. A message with an action stays until it is used, closed, or left for another screen.',
    reminders,
  ],
  [
    '2.2.2',
    'Pause, Stop, Hide',
    'Nothing but marks of loading moves for more than five seconds; with reduced motion nothing moves.',
    layout,
  ],
  ['2.3.1', 'Three Flashes or Below Threshold', 'Nothing flashes.'],
  ['2.4.1', 'Bypass Blocks', 'A link skips to the content, which is a landmark.', ...axe],
  ['2.4.2', 'Page Titled', 'Every screen has its own title.', ...axe],
  [
    '2.4.3',
    'Focus Order',
    'A dialog holds the focus and returns it. A new screen takes it, and a control that goes or becomes unavailable leaves it on its part of the screen.',
    tab,
    dialog,
    stay,
    newerSheets,
  ],
  [
    '2.4.4',
    'Link Purpose (In Context)',
    'Links are named for where they lead; those that open a new tab say so.',
    ...axe,
  ],
  [
    '2.5.1',
    'Pointer Gestures',
    'Maps move and zoom by buttons too, and a photo is placed by buttons.',
    panning,
    large,
    buttons,
  ],
  ['2.5.2', 'Pointer Cancellation', 'Buttons act when they are released; sliding off cancels.'],
  [
    '2.5.3',
    'Label in Name',
    'The name of a control contains the text it shows, which every journey checks of what it presses.',
    voiceControl,
  ],
  ['3.1.1', 'Language of Page', 'English, Spanish, and Hindi, each declared.', spanish, ...axe],
  ['3.2.1', 'On Focus', 'A focus changes nothing else.', tab],
  [
    '3.2.2',
    'On Input',
    'Views with addresses of their own are links; choices change the screen they are on alone.',
    s2Views,
  ],
  [
    '3.2.6',
    'Consistent Help',
    'Support is in the navigation and on the running session, and has a way without an account.',
    guest,
    page,
  ],
  ['3.3.1', 'Error Identification', 'An error is text at its field, which refers to it.', fields, buttons],
  ['3.3.2', 'Labels or Instructions', 'Fields have visible labels, and a hint where their form is not plain.', ...axe],
  ['3.3.7', 'Redundant Entry', 'Vehicle, phone, and card are entered once.', taps],
  ['4.1.2', 'Name, Role, Value', 'Controls are native elements, or state their name, role, and value.', ...axe],
]

/** Of level AA. */
const aa: Row[] = [
  [
    '1.3.4',
    'Orientation',
    'Neither orientation is locked, in the browser or as an installed app.',
    layout,
    'e2e/vpat/report.test.ts: the installed app turns with the phone',
  ],
  [
    '1.3.5',
    'Identify Input Purpose',
    'Name, email, phone, password, code, and address fields name their purpose.',
    ...axe,
  ],
  ['1.4.3', 'Contrast (Minimum)', 'Both themes are checked on every screen.', newerForced, ...axe],
  ['1.4.4', 'Resize Text', 'At 200 % no text is cut off, covered, or outside the screen.', layout],
  ['1.4.5', 'Images of Text', 'Signs, plates, and receipts are text. Street names on the map are part of its drawing.'],
  [
    '1.4.10',
    'Reflow',
    'At 320 pixels nothing scrolls sideways but the map; in a window of less than 480 pixels no bar sticks.',
    layout,
    lowWindow,
    newerLow,
  ],
  ['1.4.11', 'Non-text Contrast', 'Edges of controls and the focus ring have 3:1 in both themes.', edges],
  [
    '1.4.12',
    'Text Spacing',
    'Boxes grow with their text: with the spacing that the criterion names none is cut off or covered.',
    lowWindow,
  ],
  ['1.4.13', 'Content on Hover or Focus', 'Nothing appears on hover or focus alone.'],
  [
    '2.4.5',
    'Multiple Ways',
    'Places are found by search, list, map, and number; screens by the navigation and from Account.',
    search,
  ],
  ['2.4.6', 'Headings and Labels', 'Headings and labels say what they are for.', ...axe],
  ['2.4.7', 'Focus Visible', 'Every control shows a ring when it has the focus.', tab],
  [
    '2.4.11',
    'Focus Not Obscured (Minimum)',
    'What has the focus is not covered by bars or docks, which do not stick in a low window.',
    tab,
    lowWindow,
    newerTab,
  ],
  [
    '2.5.7',
    'Dragging Movements',
    'Sheets, the length of a stay, maps, and the crop of a photo have buttons.',
    large,
    buttons,
  ],
  [
    '2.5.8',
    'Target Size (Minimum)',
    'Targets of controls are 24 pixels or more, most of them 44, and 60 with large buttons.',
    large,
    newerLarge,
    ...axe,
  ],
  [
    '3.1.2',
    'Language of Parts',
    'Names of languages and of places, and texts in another language declare it.',
    voiceControl,
  ],
  ['3.2.3', 'Consistent Navigation', 'The navigation has the same items in the same order on all main screens.'],
  ['3.2.4', 'Consistent Identification', 'The same thing has the same name on every screen, in each language.', voice],
  ['3.3.3', 'Error Suggestion', 'An error says what to enter instead.', fields],
  [
    '3.3.4',
    'Error Prevention (Legal, Financial, Data)',
    'A start, extension, or stop states its price before it is confirmed; the question before a stop begins at “Keep parking”; a stop within a minute refunds everything.',
    stay,
  ],
  [
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'A passkey or a password manager signs in; codes can be pasted and fill themselves in. There is no puzzle.',
    passkey,
  ],
  [
    '4.1.3',
    'Status Messages',
    'Results, errors, and a new time with its price are announced, the last minutes at 15, 5, and 0.',
    transcript,
    stay,
    minutes,
  ],
]

const notApplicable: [number: string, name: string, level: 'A' | 'AA', why: string][] = [
  ['1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', media],
  ['1.2.2', 'Captions (Prerecorded)', 'A', media],
  ['1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', media],
  ['1.2.4', 'Captions (Live)', 'AA', media],
  ['1.2.5', 'Audio Description (Prerecorded)', 'AA', media],
  ['1.4.2', 'Audio Control', 'A', 'Nothing plays by itself; a notification sounds and vibrates as the phone is set.'],
  ['2.5.4', 'Motion Actuation', 'A', 'No function uses the motion of the device.'],
]

/** What is not fully supported, by number; the statement at /accessibility names the same. */
const lacking: Record<string, Exclude<Claim, 'supports' | 'not applicable'>> = {
  '1.1.1': 'partially',
}

const inOrder = (one: Criterion, other: Criterion) => one.number.localeCompare(other.number, 'en', { numeric: true })

const supported =
  (level: 'A' | 'AA') =>
  ([number, name, why, ...tests]: Row): Criterion => ({
    number,
    name,
    level,
    claim: lacking[number] ?? 'supports',
    why,
    tests,
  })

export const criteria: readonly Criterion[] = [
  ...a.map(supported('A')),
  ...aa.map(supported('AA')),
  ...notApplicable.map(
    ([number, name, level, why]): Criterion => ({ number, name, level, claim: 'not applicable', why, tests: [] }),
  ),
].toSorted(inOrder)

// What is said at a field: schemas name the key, both sides look the text up here. Recorded texts are kept to the letter.
import type { Language } from './errors.ts'

export const fieldTexts = {
  required: { en: 'Fill this in.', hi: 'यह भरें।' },
  invalid: { en: 'This doesn’t look right.', hi: 'यह ठीक नहीं लगता।' },
  too_long: { en: 'This is too long.', hi: 'यह बहुत लंबा है।' },
  number: { en: 'Enter a number.', hi: 'नंबर लिखें।' },
  two_decimals: { en: 'Use up to 2 decimals.', hi: 'दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखें।' },
  instant: { en: 'Enter a date and time.', hi: 'तारीख और टाइम लिखें।' },
  username_required: { en: 'Username is Required', hi: 'यूज़रनेम ज़रूरी है' },
  email: { en: 'Please enter a valid email address', hi: 'सही ईमेल लिखें' },
  phone: {
    en: 'Enter a phone number we can text, with area code.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर मैसेज आ सके।',
  },
  phone_country: {
    en: 'We can’t text numbers in that country.',
    hi: 'हम उस देश के नंबरों पर मैसेज नहीं भेज पाते।',
  },
  password_short: { en: 'Use at least 8 characters.', hi: 'कम से कम 8 अक्षर रखें।' },
  password_common: {
    en: 'That password is too common. Choose another.',
    hi: 'यह पासवर्ड बहुत आम है। दूसरा चुनें।',
  },
  password_again: {
    en: 'Enter your password to confirm it’s you.',
    hi: 'अपना पासवर्ड लिखें, ताकि पता चले कि यह आप ही हैं।',
  },
  first_name_required: { en: 'Enter your first name.', hi: 'अपना नाम लिखें।' },
  code: { en: 'Enter the 6-digit code.', hi: '6 अंकों का कोड लिखें।' },
  make_required: { en: 'VehicleMake is Required', hi: 'गाड़ी की कंपनी ज़रूरी है' },
  model_required: { en: 'Vehicle Model is Required', hi: 'गाड़ी का मॉडल ज़रूरी है' },
  plate_required: { en: 'Plate Number is Required', hi: 'नंबर प्लेट ज़रूरी है' },
  plate: { en: 'Use 1 to 10 letters, numbers, spaces, or hyphens.', hi: '1 से 10 अक्षर, अंक, खाली जगह या हाइफ़न लिखें।' },
  plate_start: { en: 'Start with a letter or number.', hi: 'किसी अक्षर या अंक से शुरू करें।' },
  address_required: { en: 'AddressLine1 is Required', hi: 'पता ज़रूरी है' },
  city_required: { en: 'City is Required', hi: 'शहर ज़रूरी है' },
  zip_required: { en: 'ZipCode is Required', hi: 'ज़िप कोड ज़रूरी है' },
  digits: { en: 'Use up to 12 digits, numbers only.', hi: 'ज़्यादा से ज़्यादा 12 अंक लिखें।' },
  photo: {
    en: 'Choose a JPEG, PNG, or WebP up to 5 MB.',
    hi: '5 MB तक की JPEG, PNG या WebP फ़ोटो चुनें।',
  },
  state_required: { en: 'State is Required', hi: 'राज्य ज़रूरी है' },
  color_required: { en: 'Vehicle Color is Required', hi: 'गाड़ी का रंग ज़रूरी है' },
  year_required: { en: 'Please Select Year', hi: 'साल चुनें' },
  from_list: { en: 'Choose one from the list.', hi: 'लिस्ट में से चुनें।' },
  zone: { en: 'Zone numbers have 4 to 6 digits.', hi: 'ज़ोन नंबर में 4 से 6 अंक होते हैं।' },
  minutes: { en: 'Enter whole minutes.', hi: 'पूरे मिनट लिखें।' },
  latitude: { en: 'Latitude runs from −90 to 90.', hi: 'अक्षांश −90 से 90 तक होता है।' },
  longitude: { en: 'Longitude runs from −180 to 180.', hi: 'देशांतर −180 से 180 तक होता है।' },
  radius: { en: 'Search within 6 miles.', hi: '6 मील के अंदर खोजें।' },
  add_amount: { en: 'Enter an amount from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक की रकम लिखें।' },
  min_balance: { en: 'Enter an amount from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक की रकम लिखें।' },
  top_up_ceiling: {
    en: 'Enter an amount from $1.00 to $2,000.00 a month.',
    hi: 'महीने में $1.00 से $2,000.00 तक की रकम लिखें।',
  },
  ceiling_under_add: {
    en: 'Your monthly limit can’t be less than the amount we add each time.',
    hi: 'महीने की लिमिट एक बार में जुड़ने वाली रकम से कम नहीं हो सकती।',
  },
  withdraw_amount: {
    en: 'Enter up to your wallet balance.',
    hi: 'वॉलेट के बैलेंस तक की रकम लिखें।',
  },
  refund_amount: { en: 'Enter up to the amount paid.', hi: 'जितना पेमेंट हुआ, उतनी तक की रकम लिखें।' },
  max_payment: { en: 'Enter an amount from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक की रकम लिखें।' },
  stars: { en: 'Choose 1 to 5 stars.', hi: '1 से 5 स्टार चुनें।' },
  phone_required: { en: 'Phone is Required', hi: 'फ़ोन नंबर ज़रूरी है' },
  phone_call: {
    en: 'Enter a phone number we can call, with area code.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर हम कॉल कर सकें।',
  },
  date_required: { en: 'Date is Required', hi: 'तारीख ज़रूरी है' },
  date_unknown: { en: 'This date doesn’t exist. Choose another.', hi: 'यह तारीख होती ही नहीं। दूसरी चुनें।' },
  time_required: { en: 'Time is Required', hi: 'टाइम ज़रूरी है' },
  call_hours: {
    en: 'We call Monday to Saturday, 8:00 AM to 8:00 PM. Choose a time on the quarter hour.',
    hi: 'हम सोमवार से शनिवार, 8:00 AM से 8:00 PM तक कॉल करते हैं। हर 15 मिनट वाला टाइम चुनें।',
  },
  call_ahead: { en: 'Choose a day in the next 30 days.', hi: 'अगले 30 दिनों में से कोई दिन चुनें।' },
  message_required: { en: 'Message is Required', hi: 'मैसेज ज़रूरी है' },
  subject_required: { en: 'Subject is Required', hi: 'सब्जेक्ट ज़रूरी है' },
  file: { en: 'Choose a photo (JPEG, PNG, WebP, HEIC) or a PDF.', hi: 'फ़ोटो (JPEG, PNG, WebP, HEIC) या PDF चुनें।' },
  file_broken: { en: 'We can’t open this file. Choose another.', hi: 'हम यह फ़ाइल नहीं खोल पाए। दूसरी चुनें।' },
  file_large: { en: 'Files can be up to 10 MB.', hi: 'फ़ाइल 10 MB तक की हो सकती है।' },
  files_large: {
    en: 'Up to 15 MB per email.',
    hi: 'एक ईमेल में 15 MB तक।',
  },
  files_many: { en: 'Up to 5 files.', hi: '5 फ़ाइलों तक।' },
  not_past: { en: 'Choose a time in the future.', hi: 'आगे का टाइम चुनें।' },
} satisfies Record<string, Record<Language, string>>

export type FieldError = keyof typeof fieldTexts

/** The text of a field's key; what is no key of ours (a library's own words) becomes "This doesn’t look right." */
export const fieldText = (key: string | undefined, language: Language): string =>
  (fieldTexts[(key ?? 'invalid') as FieldError] ?? fieldTexts.invalid)[language]

/** Types the keys where schemas name them. */
export const withMessage = (key: FieldError): { error: FieldError } => ({ error: key })

// What is said at a field: schemas name the key, both sides look the text up here. Recorded texts are kept to the letter.
import type { Language } from './errors.ts'

const texts = {
  required: { en: 'Fill this in.', hi: 'यह भरें।' },
  invalid: { en: 'This doesn’t look right.', hi: 'यह ठीक नहीं लगता।' },
  too_long: { en: 'This is too long.', hi: 'यह बहुत लंबा है।' },
  number: { en: 'Type a number.', hi: 'संख्या लिखें।' },
  two_decimals: { en: 'Use at most two decimals.', hi: 'ज़्यादा से ज़्यादा दो दशमलव अंक लिखें।' },
  instant: { en: 'That is not a date and time.', hi: 'यह तारीख़ और समय नहीं है।' },
  username_required: { en: 'Username is Required', hi: 'उपयोगकर्ता नाम ज़रूरी है' },
  email: { en: 'Please enter a valid email address', hi: 'सही ई-मेल पता लिखें' },
  phone: {
    en: 'Type a phone number we can text, with area code.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर मैसेज आ सके।',
  },
  phone_country: {
    en: 'We can’t text numbers of that country.',
    hi: 'हम उस देश के नंबरों पर मैसेज नहीं भेज पाते।',
  },
  password_short: { en: 'Use at least 8 characters.', hi: 'कम से कम 8 अक्षर रखें।' },
  password_common: {
    en: 'Too many people use that password. Choose another.',
    hi: 'यह पासवर्ड बहुत लोग रखते हैं। दूसरा चुनें।',
  },
  password_again: {
    en: 'Type your password, so that nobody else changes this.',
    hi: 'अपना पासवर्ड लिखें, ताकि कोई और इसे न बदल सके।',
  },
  first_name_required: { en: 'Type your first name.', hi: 'अपना नाम लिखें।' },
  code: { en: 'Type the six digits.', hi: 'छह अंक लिखें।' },
  make_required: { en: 'VehicleMake is Required', hi: 'गाड़ी की कंपनी ज़रूरी है' },
  model_required: { en: 'Vehicle Model is Required', hi: 'गाड़ी का मॉडल ज़रूरी है' },
  plate_required: { en: 'Plate Number is Required', hi: 'नंबर प्लेट ज़रूरी है' },
  plate: { en: 'Use 1 to 10 letters, numbers, spaces or hyphens.', hi: '1 से 10 अक्षर, अंक, ख़ाली जगह या हाइफ़न लिखें।' },
  plate_start: { en: 'Start with a letter or number.', hi: 'किसी अक्षर या अंक से शुरू करें।' },
  address_required: { en: 'AddressLine1 is Required', hi: 'पता ज़रूरी है' },
  city_required: { en: 'City is Required', hi: 'शहर ज़रूरी है' },
  zip_required: { en: 'ZipCode is Required', hi: 'ज़िप कोड ज़रूरी है' },
  digits: { en: 'Use digits only, at most 12.', hi: 'सिर्फ़ अंक लिखें, ज़्यादा से ज़्यादा 12।' },
  photo: {
    en: 'Choose a JPEG, PNG or WebP picture of at most 5 MB.',
    hi: 'ज़्यादा से ज़्यादा 5 MB की JPEG, PNG या WebP तस्वीर चुनें।',
  },
  state_required: { en: 'State is Required', hi: 'राज्य ज़रूरी है' },
  color_required: { en: 'Vehicle Color is Required', hi: 'गाड़ी का रंग ज़रूरी है' },
  year_required: { en: 'Please Select Year', hi: 'साल चुनें' },
  from_list: { en: 'Choose one from the list.', hi: 'सूची में से चुनें।' },
  zone: { en: 'A zone number has 4 to 6 digits.', hi: 'ज़ोन नंबर में 4 से 6 अंक होते हैं।' },
  minutes: { en: 'Choose a whole number of minutes.', hi: 'पूरे मिनट चुनें।' },
  latitude: { en: 'Latitude runs from −90 to 90.', hi: 'अक्षांश −90 से 90 तक होता है।' },
  longitude: { en: 'Longitude runs from −180 to 180.', hi: 'देशांतर −180 से 180 तक होता है।' },
  radius: { en: 'Search at most 10,000 metres around.', hi: 'ज़्यादा से ज़्यादा 10,000 मीटर तक खोजें।' },
  add_amount: { en: 'Add from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक जोड़ें।' },
  min_balance: { en: 'Choose from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक चुनें।' },
  top_up_ceiling: { en: 'Choose from $1.00 to $2,000.00 a month.', hi: 'महीने में $1.00 से $2,000.00 तक चुनें।' },
  ceiling_under_add: {
    en: 'That is less than is added at once.',
    hi: 'यह एक बार में जुड़ने वाली रक़म से कम है।',
  },
  withdraw_amount: {
    en: 'Choose at most what is in your wallet.',
    hi: 'ज़्यादा से ज़्यादा उतना चुनें जितना वॉलेट में है।',
  },
  refund_amount: { en: 'Choose at most what was paid.', hi: 'ज़्यादा से ज़्यादा उतना चुनें जितना चुकाया गया।' },
  max_payment: { en: 'Choose from $1.00 to $500.00.', hi: '$1.00 से $500.00 तक चुनें।' },
  stars: { en: 'Choose one to five stars.', hi: 'एक से पाँच तारे चुनें।' },
  phone_required: { en: 'Phone is Required', hi: 'फ़ोन नंबर ज़रूरी है' },
  phone_call: {
    en: 'Type a phone number we can call, with area code.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर हम फ़ोन कर सकें।',
  },
  date_required: { en: 'Date is Required', hi: 'तारीख़ ज़रूरी है' },
  date_unknown: { en: 'This date doesn’t exist. Choose another.', hi: 'यह तारीख़ नहीं होती। दूसरी चुनें।' },
  time_required: { en: 'Time is Required', hi: 'समय ज़रूरी है' },
  call_hours: {
    en: 'We call Monday to Saturday, 8:00 AM to 8:00 PM, every 15 minutes.',
    hi: 'हम सोमवार से शनिवार, सुबह 8:00 से रात 8:00 बजे तक, हर 15 मिनट पर फ़ोन करते हैं।',
  },
  call_ahead: { en: 'Choose a day in the next 30 days.', hi: 'अगले 30 दिनों में से कोई दिन चुनें।' },
  message_required: { en: 'Message is Required', hi: 'संदेश ज़रूरी है' },
  subject_required: { en: 'Subject is Required', hi: 'विषय ज़रूरी है' },
  file: { en: 'Choose a picture (JPEG, PNG, WebP, HEIC) or a PDF.', hi: 'तस्वीर (JPEG, PNG, WebP, HEIC) या PDF चुनें।' },
  file_broken: { en: 'This file can’t be read. Choose another.', hi: 'यह फ़ाइल पढ़ी नहीं जा सकी। दूसरी चुनें।' },
  file_large: { en: 'Files may have at most 10 MB.', hi: 'फ़ाइल ज़्यादा से ज़्यादा 10 MB की हो सकती है।' },
  files_large: {
    en: 'Together, the files of an e-mail may have at most 15 MB.',
    hi: 'ई-मेल की सारी फ़ाइलें मिलाकर ज़्यादा से ज़्यादा 15 MB की हो सकती हैं।',
  },
  files_many: { en: 'Attach at most 5 files.', hi: 'ज़्यादा से ज़्यादा 5 फ़ाइलें जोड़ें।' },
  not_past: { en: 'Choose a time that is not over.', hi: 'ऐसा समय चुनें जो बीता न हो।' },
} satisfies Record<string, Record<Language, string>>

export type FieldError = keyof typeof texts

/** The text of a field's key; what is no key of ours (a library's own words) becomes "This doesn’t look right." */
export const fieldText = (key: string | undefined, language: Language): string =>
  (texts[(key ?? 'invalid') as FieldError] ?? texts.invalid)[language]

/** Types the keys where schemas name them. */
export const withMessage = (key: FieldError): { error: FieldError } => ({ error: key })

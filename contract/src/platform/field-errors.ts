// What is said at a field: schemas name the key, both sides look the text up here. Recorded texts are kept to the letter.
import type { Language } from './errors.ts'

export const fieldTexts = {
  required: { en: 'Fill this in.', es: 'Llena este campo.', hi: 'यह भरें।' },
  invalid: { en: 'This doesn’t look right.', es: 'Esto no parece correcto.', hi: 'यह ठीक नहीं लगता।' },
  too_long: { en: 'This is too long.', es: 'Esto es demasiado largo.', hi: 'यह बहुत लंबा है।' },
  number: { en: 'Enter a number.', es: 'Escribe un número.', hi: 'नंबर लिखें।' },
  two_decimals: {
    en: 'Use up to 2 decimals.',
    es: 'Usa hasta 2 decimales.',
    hi: 'दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखें।',
  },
  instant: { en: 'Enter a date and time.', es: 'Escribe una fecha y una hora.', hi: 'तारीख और टाइम लिखें।' },
  login_required: {
    en: 'Enter your email or phone.',
    es: 'Escribe tu correo o celular.',
    hi: 'अपना ईमेल या फ़ोन लिखें।',
  },
  username_required: { en: 'Username is Required', es: 'El nombre de usuario es obligatorio', hi: 'यूज़रनेम ज़रूरी है' },
  email: { en: 'Please enter a valid email address', es: 'Escribe un correo válido', hi: 'सही ईमेल लिखें' },
  phone: {
    en: 'Enter a phone number we can text, with area code.',
    es: 'Escribe un número de celular con código de área al que podamos enviar textos.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर मैसेज आ सके।',
  },
  phone_country: {
    en: 'We can’t text numbers in that country.',
    es: 'No podemos enviar textos a números de ese país.',
    hi: 'हम उस देश के नंबरों पर मैसेज नहीं भेज पाते।',
  },
  password_short: { en: 'Use at least 8 characters.', es: 'Usa al menos 8 caracteres.', hi: 'कम से कम 8 अक्षर रखें।' },
  password_common: {
    en: 'That password is too common. Choose another.',
    es: 'Esa contraseña es muy común. Elige otra.',
    hi: 'यह पासवर्ड बहुत आम है। दूसरा चुनें।',
  },
  password_again: {
    en: 'Enter your password to confirm it’s you.',
    es: 'Escribe tu contraseña para confirmar que eres tú.',
    hi: 'अपना पासवर्ड लिखें, ताकि पता चले कि यह आप ही हैं।',
  },
  trusted_self: {
    en: 'Enter someone else’s phone or email. You already get your reminders.',
    es: 'Escribe el celular o correo de otra persona. Tú ya recibes tus recordatorios.',
    hi: 'किसी और का फ़ोन या ईमेल लिखें। आपको तो रिमाइंडर मिलते ही हैं।',
  },
  trusted_contact: {
    en: 'Enter a phone number or an email address.',
    es: 'Escribe un número de celular o un correo.',
    hi: 'फ़ोन नंबर या ईमेल लिखें।',
  },
  placard_expired: {
    en: 'That day has passed. Enter the date on your current placard.',
    es: 'Ese día ya pasó. Escribe la fecha de tu tarjeta actual.',
    hi: 'वह दिन निकल चुका है। अपने मौजूदा प्लैकार्ड की तारीख लिखें।',
  },
  placard_far: {
    en: 'That date is too far away. Enter the expiration date on your placard.',
    es: 'Esa fecha está muy lejos. Escribe la fecha de vencimiento de tu tarjeta.',
    hi: 'यह तारीख बहुत दूर है। प्लैकार्ड पर लिखी आखिरी तारीख लिखें।',
  },
  first_name_required: { en: 'Enter your first name.', es: 'Escribe tu nombre.', hi: 'अपना नाम लिखें।' },
  code: { en: 'Enter the 6-digit code.', es: 'Escribe el código de 6 dígitos.', hi: '6 अंकों का कोड लिखें।' },
  make_required: { en: 'VehicleMake is Required', es: 'La marca es obligatoria', hi: 'गाड़ी की कंपनी ज़रूरी है' },
  model_required: { en: 'Vehicle Model is Required', es: 'El modelo es obligatorio', hi: 'गाड़ी का मॉडल ज़रूरी है' },
  plate_required: { en: 'Plate Number is Required', es: 'El número de placa es obligatorio', hi: 'नंबर प्लेट ज़रूरी है' },
  plate: {
    en: 'Use 1 to 10 letters, numbers, spaces, or hyphens.',
    es: 'Usa de 1 a 10 letras, números, espacios o guiones.',
    hi: '1 से 10 अक्षर, अंक, खाली जगह या हाइफ़न लिखें।',
  },
  plate_start: {
    en: 'Start with a letter or number.',
    es: 'Empieza con una letra o un número.',
    hi: 'किसी अक्षर या अंक से शुरू करें।',
  },
  address_required: { en: 'AddressLine1 is Required', es: 'La dirección es obligatoria', hi: 'पता ज़रूरी है' },
  city_required: { en: 'City is Required', es: 'La ciudad es obligatoria', hi: 'शहर ज़रूरी है' },
  zip_required: { en: 'ZipCode is Required', es: 'El código postal es obligatorio', hi: 'ज़िप कोड ज़रूरी है' },
  digits: {
    en: 'Use up to 12 digits, numbers only.',
    es: 'Usa hasta 12 dígitos, solo números.',
    hi: 'ज़्यादा से ज़्यादा 12 अंक लिखें।',
  },
  photo: {
    en: 'Choose a JPEG, PNG, or WebP up to 5 MB.',
    es: 'Elige un archivo JPEG, PNG o WebP de hasta 5 MB.',
    hi: '5 MB तक की JPEG, PNG या WebP फ़ोटो चुनें।',
  },
  state_required: { en: 'State is Required', es: 'El estado es obligatorio', hi: 'राज्य ज़रूरी है' },
  color_required: { en: 'Vehicle Color is Required', es: 'El color es obligatorio', hi: 'गाड़ी का रंग ज़रूरी है' },
  year_required: { en: 'Please Select Year', es: 'Elige el año', hi: 'साल चुनें' },
  from_list: { en: 'Choose one from the list.', es: 'Elige uno de la lista.', hi: 'लिस्ट में से चुनें।' },
  zone: {
    en: 'Zone numbers have 4 to 6 digits.',
    es: 'Los números de zona tienen de 4 a 6 dígitos.',
    hi: 'ज़ोन नंबर में 4 से 6 अंक होते हैं।',
  },
  minutes: { en: 'Enter whole minutes.', es: 'Escribe minutos enteros.', hi: 'पूरे मिनट लिखें।' },
  reminder_minutes: {
    en: 'Choose 1 to 120 minutes.',
    es: 'Elige de 1 a 120 minutos.',
    hi: '1 से 120 मिनट तक चुनें।',
  },
  reminder_order: {
    en: 'Choose fewer minutes than for the first reminder.',
    es: 'Elige menos minutos que para el primer recordatorio.',
    hi: 'पहले रिमाइंडर से कम मिनट चुनें।',
  },
  latitude: { en: 'Latitude runs from −90 to 90.', es: 'La latitud va de −90 a 90.', hi: 'अक्षांश −90 से 90 तक होता है।' },
  longitude: {
    en: 'Longitude runs from −180 to 180.',
    es: 'La longitud va de −180 a 180.',
    hi: 'देशांतर −180 से 180 तक होता है।',
  },
  radius: { en: 'Search within 6 miles.', es: 'Busca dentro de 6 millas.', hi: '6 मील के अंदर खोजें।' },
  add_amount: {
    en: 'Enter an amount from $1.00 to $500.00.',
    es: 'Escribe un monto de $1.00 a $500.00.',
    hi: '$1.00 से $500.00 तक की रकम लिखें।',
  },
  min_balance: {
    en: 'Enter an amount from $1.00 to $500.00.',
    es: 'Escribe un monto de $1.00 a $500.00.',
    hi: '$1.00 से $500.00 तक की रकम लिखें।',
  },
  top_up_ceiling: {
    en: 'Enter an amount from $1.00 to $2,000.00 a month.',
    es: 'Escribe un monto de $1.00 a $2,000.00 al mes.',
    hi: 'महीने में $1.00 से $2,000.00 तक की रकम लिखें।',
  },
  ceiling_under_add: {
    en: 'Your monthly limit can’t be less than the amount we add each time.',
    es: 'Tu límite mensual no puede ser menor que el monto que agregamos cada vez.',
    hi: 'महीने की लिमिट एक बार में जुड़ने वाली रकम से कम नहीं हो सकती।',
  },
  withdraw_amount: {
    en: 'Enter up to your wallet balance.',
    es: 'Escribe hasta el saldo de tu billetera.',
    hi: 'वॉलेट के बैलेंस तक की रकम लिखें।',
  },
  refund_amount: {
    en: 'Enter up to the amount paid.',
    es: 'Escribe hasta el monto pagado.',
    hi: 'जितना पेमेंट हुआ, उतनी तक की रकम लिखें।',
  },
  max_payment: {
    en: 'Enter an amount from $1.00 to $500.00.',
    es: 'Escribe un monto de $1.00 a $500.00.',
    hi: '$1.00 से $500.00 तक की रकम लिखें।',
  },
  stars: { en: 'Choose 1 to 5 stars.', es: 'Elige de 1 a 5 estrellas.', hi: '1 से 5 स्टार चुनें।' },
  phone_required: { en: 'Phone is Required', es: 'El celular es obligatorio', hi: 'फ़ोन नंबर ज़रूरी है' },
  phone_call: {
    en: 'Enter a phone number we can call, with area code.',
    es: 'Escribe un número con código de área al que podamos llamar.',
    hi: 'एरिया कोड के साथ ऐसा फ़ोन नंबर लिखें जिस पर हम कॉल कर सकें।',
  },
  date_required: { en: 'Date is Required', es: 'La fecha es obligatoria', hi: 'तारीख ज़रूरी है' },
  date_unknown: {
    en: 'This date doesn’t exist. Choose another.',
    es: 'Esa fecha no existe. Elige otra.',
    hi: 'यह तारीख होती ही नहीं। दूसरी चुनें।',
  },
  time_required: { en: 'Time is Required', es: 'La hora es obligatoria', hi: 'टाइम ज़रूरी है' },
  call_hours: {
    en: 'We can’t call then. Choose a time from the list.',
    es: 'No podemos llamar a esa hora. Elige una de la lista.',
    hi: 'हम उस समय कॉल नहीं कर सकते। लिस्ट में से टाइम चुनें।',
  },
  call_ahead: {
    en: 'Choose a day in the next 30 days.',
    es: 'Elige un día de los próximos 30.',
    hi: 'अगले 30 दिनों में से कोई दिन चुनें।',
  },
  message_required: { en: 'Message is Required', es: 'El mensaje es obligatorio', hi: 'मैसेज ज़रूरी है' },
  subject_required: { en: 'Subject is Required', es: 'El asunto es obligatorio', hi: 'सब्जेक्ट ज़रूरी है' },
  file: {
    en: 'Choose a photo (JPEG, PNG, WebP, HEIC) or a PDF.',
    es: 'Elige una foto (JPEG, PNG, WebP, HEIC) o un PDF.',
    hi: 'फ़ोटो (JPEG, PNG, WebP, HEIC) या PDF चुनें।',
  },
  file_broken: {
    en: 'We can’t open this file. Choose another.',
    es: 'No podemos abrir este archivo. Elige otro.',
    hi: 'हम यह फ़ाइल नहीं खोल पाए। दूसरी चुनें।',
  },
  file_large: {
    en: 'Files can be up to 10 MB.',
    es: 'Los archivos pueden tener hasta 10 MB.',
    hi: 'फ़ाइल 10 MB तक की हो सकती है।',
  },
  files_large: {
    en: 'Up to 15 MB per email.',
    es: 'Hasta 15 MB por correo.',
    hi: 'एक ईमेल में 15 MB तक।',
  },
  files_many: { en: 'Up to 5 files.', es: 'Hasta 5 archivos.', hi: '5 फ़ाइलों तक।' },
  not_past: { en: 'Choose a time in the future.', es: 'Elige una hora en el futuro.', hi: 'आगे का टाइम चुनें।' },
} satisfies Record<string, Record<Language, string>>

export type FieldError = keyof typeof fieldTexts

/** The text of a field's key; what is no key of ours (a library's own words) becomes "This doesn’t look right." */
export const fieldText = (key: string | undefined, language: Language): string =>
  (fieldTexts[(key ?? 'invalid') as FieldError] ?? fieldTexts.invalid)[language]

/** Types the keys where schemas name them. */
export const withMessage = (key: FieldError): { error: FieldError } => ({ error: key })

// Every refusal the server can give: a stable code with its HTTP status and its texts. Closed: a new code does not compile without them.
export type Language = 'en' | 'hi'

type Refusal = { status: number; en: string; hi: string }

const refusals = {
  bad_input: { status: 400, en: 'Check the marked fields and try again.', hi: 'चिह्नित जगहें देखें और फिर कोशिश करें।' },
  wrong_credentials: {
    status: 400,
    en: 'That doesn’t match. Check it and try again.',
    hi: 'यह मेल नहीं खाता। जाँचें और फिर कोशिश करें।',
  },
  code_expired: {
    status: 400,
    en: 'That code has expired. Ask for a new one.',
    hi: 'इस कोड का समय ख़त्म हो गया। नया कोड मँगाएँ।',
  },
  link_expired: {
    status: 400,
    en: 'That link doesn’t work any more. Send a new one from your account.',
    hi: 'यह लिंक अब काम नहीं करता। अपने अकाउंट से नया लिंक भेजें।',
  },
  sign_in_again: {
    status: 409,
    en: 'You signed in a while ago. Sign in again, then change it.',
    hi: 'साइन इन किए हुए कुछ समय हो गया। फिर साइन इन करें, तब बदलें।',
  },
  recovery_waiting: {
    status: 409,
    en: 'One contact is not enough yet. All contacts of the account were told. Come back after the wait.',
    hi: 'एक संपर्क अभी काफ़ी नहीं है। अकाउंट के सभी संपर्कों को बताया गया है। इंतज़ार के बाद फिर आएँ।',
  },
  passkey_refused: {
    status: 400,
    en: 'That passkey didn’t work. Try again, or use another way to sign in.',
    hi: 'वह पासकी काम नहीं आई। फिर कोशिश करें, या किसी और तरीके से साइन इन करें।',
  },
  passkeys_many: {
    status: 409,
    en: 'Your account has 20 passkeys and can have no more. Remove one you don’t use.',
    hi: 'आपके अकाउंट में 20 पासकी हैं, इससे ज़्यादा नहीं जोड़ सकते। जो काम में नहीं आती, उसे हटाएँ।',
  },
  unauthorized: {
    status: 401,
    en: 'Your sign-in has ended. Sign in again.',
    hi: 'आपका साइन इन ख़त्म हो गया। फिर साइन इन करें।',
  },
  insufficient_funds: {
    status: 402,
    en: 'Your wallet is short. Add money and try again.',
    hi: 'वॉलेट में पैसे कम हैं। पैसे जोड़ें और फिर कोशिश करें।',
  },
  card_declined: {
    status: 402,
    en: 'The card was declined. Nothing was charged. Try another card.',
    hi: 'कार्ड अस्वीकार हुआ। कोई पैसा नहीं कटा। दूसरा कार्ड आज़माएँ।',
  },
  not_found: { status: 404, en: 'We can’t find that.', hi: 'यह नहीं मिला।' },
  unknown_zone: {
    status: 404,
    en: 'No zone has that number. Check the sign.',
    hi: 'इस नंबर का कोई ज़ोन नहीं है। साइन पर देखें।',
  },
  email_taken: {
    status: 409,
    en: 'That e-mail belongs to another account. Sign in to it or use another e-mail.',
    hi: 'यह ई-मेल किसी और अकाउंट का है। उसमें साइन इन करें या दूसरा ई-मेल दें।',
  },
  phone_taken: {
    status: 409,
    en: 'That phone belongs to another account. Sign in to it or use another phone.',
    hi: 'यह फ़ोन नंबर किसी और अकाउंट का है। उसमें साइन इन करें या दूसरा नंबर दें।',
  },
  account_complete: {
    status: 409,
    en: 'This account is complete already. Sign in with its e-mail and password.',
    hi: 'यह अकाउंट पहले से पूरा है। इसके ई-मेल और पासवर्ड से साइन इन करें।',
  },
  vehicle_exists: {
    status: 409,
    en: 'This plate is already in your account.',
    hi: 'यह नंबर प्लेट आपके अकाउंट में पहले से है।',
  },
  vehicles_many: {
    status: 409,
    en: 'Your account has 50 vehicles, and can hold no more. Delete one that you no longer park.',
    hi: 'आपके अकाउंट में 50 गाड़ियाँ हैं, इससे ज़्यादा नहीं रखी जा सकतीं। जो गाड़ी अब पार्क नहीं करते, उसे हटाएँ।',
  },
  vehicle_parked: {
    status: 409,
    en: 'This vehicle is parked. Stop its session first.',
    hi: 'यह गाड़ी पार्क है। पहले इसकी पार्किंग रोकें।',
  },
  already_parked: {
    status: 409,
    en: 'This plate already has a running session. Stop that one first.',
    hi: 'इस नंबर प्लेट की पार्किंग पहले से चल रही है। पहले उसे रोकें।',
  },
  zone_closed: { status: 409, en: 'This place is closed now.', hi: 'यह जगह अभी बंद है।' },
  over_max_stay: {
    status: 409,
    en: 'That is longer than you may stay here. Choose a shorter time.',
    hi: 'यहाँ इतनी देर नहीं रुक सकते। कम समय चुनें।',
  },
  under_min_stay: {
    status: 409,
    en: 'That is shorter than the shortest stay here.',
    hi: 'यह यहाँ के सबसे कम समय से भी कम है।',
  },
  no_return: {
    status: 409,
    en: 'This vehicle may not come back here yet.',
    hi: 'यह गाड़ी अभी यहाँ वापस नहीं आ सकती।',
  },
  quote_expired: {
    status: 409,
    en: 'That price was held for two minutes. Here is the price now.',
    hi: 'वह क़ीमत दो मिनट के लिए थी। यह अभी की क़ीमत है।',
  },
  price_changed: {
    status: 409,
    en: 'The price has changed. Nothing was charged. Here is the price now.',
    hi: 'क़ीमत बदल गई है। कोई पैसा नहीं कटा। यह अभी की क़ीमत है।',
  },
  session_ended: { status: 409, en: 'This session has ended.', hi: 'यह पार्किंग ख़त्म हो चुकी है।' },
  no_card: { status: 409, en: 'Add a card first.', hi: 'पहले कार्ड जोड़ें।' },
  already_subscribed: {
    status: 409,
    en: 'You have Deluxe already. Nothing was charged.',
    hi: 'आपके पास Deluxe पहले से है। कोई पैसा नहीं कटा।',
  },
  wallet_full: {
    status: 409,
    en: 'Your wallet can hold up to $2,000.00. Add less.',
    hi: 'वॉलेट में ज़्यादा से ज़्यादा $2,000.00 रह सकते हैं। कम जोड़ें।',
  },
  payment_pending: {
    status: 409,
    en: 'The card provider has not answered yet. We are checking; do not pay again.',
    hi: 'कार्ड कंपनी का जवाब अभी नहीं आया। हम देख रहे हैं; दोबारा भुगतान न करें।',
  },
  other_keys: {
    status: 409,
    en: 'This was paid through a card account that ParkIt no longer uses, so it can’t be changed here. Nothing was charged.',
    hi: 'यह भुगतान ऐसे कार्ड खाते से हुआ था जिसे ParkIt अब इस्तेमाल नहीं करता, इसलिए इसे यहाँ नहीं बदला जा सकता। कोई पैसा नहीं कटा।',
  },
  session_running: {
    status: 409,
    en: 'You are still parked. Stop every session first.',
    hi: 'आपकी पार्किंग अभी चल रही है। पहले हर पार्किंग रोकें।',
  },
  wallet_not_empty: {
    status: 409,
    en: 'Your wallet holds money that no card can take back. Use it up first, so that nothing of yours is lost.',
    hi: 'वॉलेट में ऐसे पैसे हैं जो किसी कार्ड पर वापस नहीं जा सकते। पहले उन्हें ख़र्च कर लें, ताकि आपका कुछ न खोए।',
  },
  session_not_over: {
    status: 409,
    en: 'This session is still running. You can refund it once it’s over.',
    hi: 'यह पार्किंग अभी चल रही है। इसके ख़त्म होने पर पैसे लौटाए जा सकते हैं।',
  },
  own_proposal: {
    status: 403,
    en: 'Somebody else has to decide this.',
    hi: 'इसका फ़ैसला किसी और को करना होगा।',
  },
  proposal_over: {
    status: 409,
    en: 'This is no longer waiting for a decision.',
    hi: 'यह अब फ़ैसले का इंतज़ार नहीं कर रहा।',
  },
  changed_meanwhile: {
    status: 409,
    en: 'This session has changed since. Propose the refund again.',
    hi: 'इस बीच यह पार्किंग बदल गई है। फिर से प्रस्ताव दें।',
  },
  over_paid: {
    status: 409,
    en: 'That is more than is left of what was paid.',
    hi: 'यह चुकाई गई रक़म के बचे हिस्से से ज़्यादा है।',
  },
  callback_over: {
    status: 409,
    en: 'This call was already made or cancelled. Ask for another one.',
    hi: 'यह फ़ोन हो चुका है या रद्द हो गया है। दूसरा मँगाएँ।',
  },
  leads_only: {
    status: 403,
    en: 'Only who leads the desk can do that, and nobody to themself.',
    hi: 'यह सिर्फ़ डेस्क के प्रमुख कर सकते हैं, और अपने साथ कोई नहीं।',
  },
  paid_out: {
    status: 409,
    en: 'This was already paid out, by another payment.',
    hi: 'यह पैसा किसी और भुगतान से पहले ही दिया जा चुका है।',
  },
  messages_many: {
    status: 429,
    en: 'That was a lot of messages. What you wrote is kept and sent a little later.',
    hi: 'बहुत सारे संदेश हो गए। आपने जो लिखा वह रखा है और थोड़ी देर में भेजा जाएगा।',
  },
  uploads_many: {
    status: 429,
    en: 'You have sent many files already. Try again in an hour, or write what they show.',
    hi: 'आप बहुत सारी फ़ाइलें भेज चुके हैं। एक घंटे बाद फिर कोशिश करें, या लिखें कि उनमें क्या है।',
  },
  calls_many: {
    status: 429,
    en: 'You have asked for enough calls. Change or cancel one of them, or ask again tomorrow.',
    hi: 'आप काफ़ी कॉल माँग चुके हैं। उनमें से कोई बदलें या रद्द करें, या कल फिर माँगें।',
  },
  emails_many: {
    status: 429,
    en: 'You have written enough e-mails for a day. Write in the chat, or again tomorrow.',
    hi: 'आप एक दिन के लिए काफ़ी ई-मेल लिख चुके हैं। चैट में लिखें, या कल फिर लिखें।',
  },
  feedback_many: {
    status: 429,
    en: 'You have told us a lot today, thank you. Tell us the rest tomorrow, or write in the chat.',
    hi: 'आज आप हमें काफ़ी कुछ बता चुके हैं, धन्यवाद। बाक़ी कल बताएँ, या चैट में लिखें।',
  },
  idempotency_key_missing: {
    status: 400,
    en: 'This call needs an Idempotency-Key.',
    hi: 'इस अनुरोध के साथ Idempotency-Key ज़रूरी है।',
  },
  idempotency_conflict: {
    status: 409,
    en: 'This request was already made with other details.',
    hi: 'यह अनुरोध पहले दूसरे ब्योरे के साथ हो चुका है।',
  },
  too_large: { status: 413, en: 'That is too large.', hi: 'यह बहुत बड़ा है।' },
  unsupported_media: { status: 415, en: 'That kind of content is not accepted.', hi: 'इस तरह की सामग्री नहीं ली जाती।' },
  too_many_requests: {
    status: 429,
    en: 'Too many tries. Wait a little and try again.',
    hi: 'बहुत कोशिशें हो गईं। थोड़ी देर में फिर कोशिश करें।',
  },
  proof_needed: {
    status: 429,
    en: 'We are checking this device. Try again in a moment.',
    hi: 'हम इस डिवाइस की जाँच कर रहे हैं। थोड़ी देर में फिर कोशिश करें।',
  },
  server_error: {
    status: 500,
    en: 'Something went wrong on our side. Nothing was lost. Try again.',
    hi: 'हमारी ओर कुछ गड़बड़ हुई। कुछ खोया नहीं। फिर कोशिश करें।',
  },
  unavailable: {
    status: 503,
    en: 'ParkIt can’t be reached for a moment. Try again.',
    hi: 'ParkIt से अभी संपर्क नहीं हो पा रहा। फिर कोशिश करें।',
  },
} satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof refusals
export const errors: Record<ErrorCode, Refusal> = refusals

/** The one body that every error answers (D-70). */
export type ErrorBody = {
  Message: string
  message: string
  Code: ErrorCode
  /** field → what to do about it */
  Fields?: Record<string, string>
  /** why a card was declined, where that helps its driver */
  Reason?: string
  ErrorDetails: { message: string }
}

/** The codes of a call that is done once for its Idempotency-Key. */
export const idempotencyErrors = [
  'idempotency_key_missing',
  'idempotency_conflict',
] as const satisfies readonly ErrorCode[]

/** The codes that any call may answer without naming them. */
export const commonErrors = [
  'bad_input',
  'unauthorized',
  'not_found',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'server_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]

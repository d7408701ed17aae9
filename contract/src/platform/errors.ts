// Every refusal the server can give: a stable code with its HTTP status and its texts. Closed: a new code does not compile without them.
export type Language = 'en' | 'es' | 'hi'

type Refusal = { status: number; en: string; es: string; hi: string }

const refusals = {
  bad_input: {
    status: 400,
    en: 'Check the highlighted fields and try again.',
    es: 'Revisa los campos marcados e intenta de nuevo.',
    hi: 'निशान वाली जगहें देखें और फिर कोशिश करें।',
  },
  wrong_credentials: {
    status: 400,
    en: 'That doesn’t match our records. Check it and try again.',
    es: 'Eso no coincide con nuestros registros. Revísalo e intenta de nuevo.',
    hi: 'यह हमारे रिकॉर्ड से मेल नहीं खाता। देखें और फिर कोशिश करें।',
  },
  code_expired: {
    status: 400,
    en: 'That code expired. Get a new one.',
    es: 'Ese código venció. Pide uno nuevo.',
    hi: 'इस कोड का टाइम खत्म हो गया। नया कोड मँगाएँ।',
  },
  link_expired: {
    status: 400,
    en: 'That link doesn’t work anymore. Send a new one from your account.',
    es: 'Ese enlace ya no funciona. Envía uno nuevo desde tu cuenta.',
    hi: 'यह लिंक अब काम नहीं करता। अपने अकाउंट से नया लिंक भेजें।',
  },
  sign_in_again: {
    status: 409,
    en: 'To make this change, sign in again.',
    es: 'Para hacer este cambio, inicia sesión de nuevo.',
    hi: 'यह बदलने के लिए फिर साइन इन करें।',
  },
  recovery_waiting: {
    status: 409,
    en: 'One contact isn’t enough yet. We notified every contact on the account. Come back after the wait.',
    es: 'Un contacto aún no basta. Avisamos a todos los contactos de la cuenta. Regresa después de la espera.',
    hi: 'सिर्फ़ एक कॉन्टैक्ट अभी काफ़ी नहीं है। हमने अकाउंट के सभी कॉन्टैक्ट को बता दिया है। इंतज़ार के बाद फिर आएँ।',
  },
  passkey_refused: {
    status: 400,
    en: 'That passkey didn’t work. Try again or sign in another way.',
    es: 'Esa llave de acceso no funcionó. Intenta de nuevo o inicia sesión de otra forma.',
    hi: 'वह पासकी काम नहीं आई। फिर कोशिश करें, या किसी और तरीके से साइन इन करें।',
  },
  passkeys_many: {
    status: 409,
    en: 'You’ve reached 20 passkeys. Remove one to add another.',
    es: 'Llegaste a 20 llaves de acceso. Quita una para agregar otra.',
    hi: 'आपके अकाउंट में 20 पासकी हो चुकी हैं। नई जोड़ने के लिए एक हटाएँ।',
  },
  unauthorized: {
    status: 401,
    en: 'You’ve been signed out. Sign in again.',
    es: 'Se cerró tu sesión. Inicia sesión de nuevo.',
    hi: 'आप साइन आउट हो गए हैं। फिर साइन इन करें।',
  },
  insufficient_funds: {
    status: 402,
    en: 'Your wallet doesn’t have enough. Add money and try again.',
    es: 'Te falta dinero en la billetera. Agrega dinero e intenta de nuevo.',
    hi: 'आपके वॉलेट में पैसे कम हैं। पैसे जोड़ें और फिर कोशिश करें।',
  },
  card_declined: {
    status: 402,
    en: 'Your card was declined. You weren’t charged. Try another card.',
    es: 'Tu tarjeta fue rechazada. No se te cobró. Usa otra tarjeta.',
    hi: 'आपका कार्ड डिक्लाइन हुआ। पैसे नहीं कटे। दूसरा कार्ड आज़माएँ।',
  },
  not_found: { status: 404, en: 'We can’t find that.', es: 'No encontramos eso.', hi: 'यह नहीं मिला।' },
  unknown_zone: {
    status: 404,
    en: 'We can’t find that zone. Check the number on the sign.',
    es: 'No encontramos esa zona. Revisa el número del letrero.',
    hi: 'यह ज़ोन नहीं मिला। बोर्ड पर लिखा नंबर देखें।',
  },
  email_taken: {
    status: 409,
    en: 'Another account uses that email. Sign in to it or use a different one.',
    es: 'Otra cuenta usa ese correo. Inicia sesión en ella o usa otro correo.',
    hi: 'यह ईमेल किसी और अकाउंट का है। उसमें साइन इन करें या दूसरा ईमेल दें।',
  },
  phone_taken: {
    status: 409,
    en: 'Another account uses that phone number. Sign in to it or use a different one.',
    es: 'Otra cuenta usa ese número. Inicia sesión en ella o usa otro número.',
    hi: 'यह फ़ोन नंबर किसी और अकाउंट का है। उसमें साइन इन करें या दूसरा नंबर दें।',
  },
  account_complete: {
    status: 409,
    en: 'This account is already set up. Sign in with its email and password.',
    es: 'Esta cuenta ya está lista. Inicia sesión con su correo y contraseña.',
    hi: 'यह अकाउंट पहले से तैयार है। इसके ईमेल और पासवर्ड से साइन इन करें।',
  },
  vehicle_exists: {
    status: 409,
    en: 'You already have this plate.',
    es: 'Ya tienes esta placa.',
    hi: 'यह नंबर प्लेट आपके पास पहले से है।',
  },
  vehicles_many: {
    status: 409,
    en: 'You’ve reached 50 vehicles. Delete one to add another.',
    es: 'Llegaste a 50 vehículos. Elimina uno para agregar otro.',
    hi: 'आपके अकाउंट में 50 गाड़ियाँ हो चुकी हैं। नई जोड़ने के लिए एक हटाएँ।',
  },
  vehicle_parked: {
    status: 409,
    en: 'This vehicle is parked. Stop its parking first.',
    es: 'Este vehículo está estacionado. Termina su sesión primero.',
    hi: 'यह गाड़ी पार्क है। पहले इसकी पार्किंग खत्म करें।',
  },
  already_parked: {
    status: 409,
    en: 'You’re already parked with this plate. Stop that session first.',
    es: 'Ya estás estacionado con esta placa. Termina esa sesión primero.',
    hi: 'इस नंबर प्लेट की पार्किंग पहले से चालू है। पहले उसे खत्म करें।',
  },
  zone_closed: {
    status: 409,
    en: 'Parking is closed here right now.',
    es: 'El estacionamiento está cerrado aquí en este momento.',
    hi: 'यहाँ पार्किंग अभी बंद है।',
  },
  over_max_stay: {
    status: 409,
    en: 'That’s over the max stay here. Choose less time.',
    es: 'Eso supera el tiempo máximo aquí. Elige menos tiempo.',
    hi: 'यहाँ इतनी देर पार्क नहीं कर सकते। कम टाइम चुनें।',
  },
  under_min_stay: {
    status: 409,
    en: 'That’s under the min stay here. Choose more time.',
    es: 'Eso es menos que el tiempo mínimo aquí. Elige más tiempo.',
    hi: 'यह यहाँ के कम से कम टाइम से भी कम है। ज़्यादा टाइम चुनें।',
  },
  no_return: {
    status: 409,
    en: 'You can’t park this vehicle here again yet.',
    es: 'Aún no puedes volver a estacionar este vehículo aquí.',
    hi: 'आप यह गाड़ी अभी यहाँ दोबारा पार्क नहीं कर सकते।',
  },
  quote_expired: {
    status: 409,
    en: 'That price expired after 2 minutes. Here’s the new one.',
    es: 'Ese precio venció después de 2 minutos. Este es el nuevo.',
    hi: 'वह कीमत 2 मिनट के लिए थी। यह रही नई कीमत।',
  },
  price_changed: {
    status: 409,
    en: 'The price changed. You weren’t charged. Here’s the new one.',
    es: 'El precio cambió. No se te cobró. Este es el nuevo.',
    hi: 'कीमत बदल गई। आपके पैसे नहीं कटे। यह रही नई कीमत।',
  },
  session_ended: {
    status: 409,
    en: 'This session already ended.',
    es: 'Esta sesión ya terminó.',
    hi: 'यह पार्किंग खत्म हो चुकी है।',
  },
  no_card: { status: 409, en: 'Add a card first.', es: 'Agrega una tarjeta primero.', hi: 'पहले कार्ड जोड़ें।' },
  already_subscribed: {
    status: 409,
    en: 'You already have Deluxe. You weren’t charged.',
    es: 'Ya tienes Deluxe. No se te cobró.',
    hi: 'आपके पास Deluxe पहले से है। पैसे नहीं कटे।',
  },
  wallet_full: {
    status: 409,
    en: 'Your wallet can hold up to $2,000.00. Add less.',
    es: 'Tu billetera puede tener hasta $2,000.00. Agrega menos.',
    hi: 'आपके वॉलेट में ज़्यादा से ज़्यादा $2,000.00 रह सकते हैं। कम जोड़ें।',
  },
  payment_pending: {
    status: 409,
    en: 'We’re waiting to hear from your bank. Don’t pay again.',
    es: 'Esperamos la respuesta de tu banco. No pagues otra vez.',
    hi: 'आपके बैंक का जवाब आना बाकी है। दोबारा पेमेंट न करें।',
  },
  other_keys: {
    status: 409,
    en: 'This payment went through a card account that ParkIt no longer uses, so we can’t change it here. You weren’t charged.',
    es: 'Este pago pasó por una cuenta de tarjetas que ParkIt ya no usa, así que no podemos cambiarlo aquí. No se te cobró.',
    hi: 'यह पेमेंट ऐसे कार्ड अकाउंट से हुआ था जो ParkIt अब इस्तेमाल नहीं करता, इसलिए इसे यहाँ नहीं बदल सकते। पैसे नहीं कटे।',
  },
  session_running: {
    status: 409,
    en: 'You’re still parked. Stop all your sessions first.',
    es: 'Sigues estacionado. Termina todas tus sesiones primero.',
    hi: 'आपकी पार्किंग अभी चालू है। पहले सारी पार्किंग खत्म करें।',
  },
  wallet_not_empty: {
    status: 409,
    en: 'Some money in your wallet can’t go back to a card. Spend it first so you don’t lose it.',
    es: 'Parte del dinero de tu billetera no puede regresar a una tarjeta. Gástalo primero para no perderlo.',
    hi: 'वॉलेट के कुछ पैसे किसी कार्ड पर वापस नहीं जा सकते। पहले उन्हें खर्च कर लें, ताकि आपके पैसे न डूबें।',
  },
  session_not_over: {
    status: 409,
    en: 'This session is still active. You can refund it after it ends.',
    es: 'Esta sesión sigue activa. Puedes reembolsarla cuando termine.',
    hi: 'यह पार्किंग अभी चालू है। खत्म होने के बाद रिफ़ंड कर सकते हैं।',
  },
  own_proposal: {
    status: 403,
    en: 'Someone else has to approve this.',
    es: 'Otra persona tiene que aprobar esto.',
    hi: 'इसकी मंज़ूरी किसी और को देनी होगी।',
  },
  proposal_over: {
    status: 409,
    en: 'This refund isn’t waiting for approval anymore.',
    es: 'Este reembolso ya no espera aprobación.',
    hi: 'यह रिफ़ंड अब मंज़ूरी के इंतज़ार में नहीं है।',
  },
  changed_meanwhile: {
    status: 409,
    en: 'This session changed in the meantime. Propose the refund again.',
    es: 'Esta sesión cambió mientras tanto. Propón el reembolso de nuevo.',
    hi: 'इस बीच यह पार्किंग बदल गई। रिफ़ंड का प्रस्ताव फिर दें।',
  },
  over_paid: {
    status: 409,
    en: 'That’s more than what’s left to refund.',
    es: 'Eso es más de lo que queda por reembolsar.',
    hi: 'यह रिफ़ंड के लिए बची रकम से ज़्यादा है।',
  },
  callback_over: {
    status: 409,
    en: 'That callback is already done or canceled. Request a new one.',
    es: 'Esa llamada ya se hizo o se canceló. Solicita otra.',
    hi: 'यह कॉल बैक हो चुका है या कैंसिल हो गया है। नया माँगें।',
  },
  leads_only: {
    status: 403,
    en: 'Only desk leads can do that, and not for themselves.',
    es: 'Solo los líderes pueden hacer eso, y no para sí mismos.',
    hi: 'यह सिर्फ़ डेस्क लीड कर सकते हैं, और अपने लिए नहीं।',
  },
  paid_out: {
    status: 409,
    en: 'This was already paid out with another transfer.',
    es: 'Esto ya se pagó con otra transferencia.',
    hi: 'यह पैसा किसी और ट्रांसफ़र से पहले ही दिया जा चुका है।',
  },
  messages_many: {
    status: 429,
    en: 'You’re sending messages fast. We saved this one and will send it shortly.',
    es: 'Envías mensajes muy rápido. Guardamos este y lo enviaremos en un momento.',
    hi: 'आप बहुत जल्दी-जल्दी मैसेज भेज रहे हैं। यह मैसेज सेव है, हम थोड़ी देर में भेजेंगे।',
  },
  uploads_many: {
    status: 429,
    en: 'You’ve sent a lot of files. Try again in an hour.',
    es: 'Enviaste muchos archivos. Intenta de nuevo en una hora.',
    hi: 'आप बहुत सारी फ़ाइलें भेज चुके हैं। एक घंटे बाद फिर कोशिश करें।',
  },
  calls_many: {
    status: 429,
    en: 'You’ve reached today’s limit. Change or cancel a callback, or try tomorrow.',
    es: 'Llegaste al límite de hoy. Cambia o cancela una llamada, o intenta mañana.',
    hi: 'आज की लिमिट पूरी हो गई। कोई कॉल बैक बदलें या कैंसिल करें, या कल कोशिश करें।',
  },
  emails_many: {
    status: 429,
    en: 'You’ve reached today’s limit. Chat with us or try tomorrow.',
    es: 'Llegaste al límite de hoy. Escríbenos por chat o intenta mañana.',
    hi: 'आज की लिमिट पूरी हो गई। चैट करें या कल कोशिश करें।',
  },
  feedback_many: {
    status: 429,
    en: 'Thanks, that’s all the feedback we can take today. Chat with us or come back tomorrow.',
    es: 'Gracias, son todos los comentarios que podemos recibir hoy. Escríbenos por chat o regresa mañana.',
    hi: 'धन्यवाद, आज हम और राय नहीं ले सकते। चैट करें या कल फिर आएँ।',
  },
  idempotency_key_missing: {
    status: 400,
    en: 'This call needs an Idempotency-Key.',
    es: 'Esta solicitud necesita un Idempotency-Key.',
    hi: 'इस रिक्वेस्ट के साथ Idempotency-Key ज़रूरी है।',
  },
  idempotency_conflict: {
    status: 409,
    en: 'This request was already made with other details.',
    es: 'Esta solicitud ya se hizo con otros datos.',
    hi: 'यह रिक्वेस्ट पहले अलग जानकारी के साथ हो चुकी है।',
  },
  too_large: {
    status: 413,
    en: 'That file is too big.',
    es: 'Ese archivo es demasiado grande.',
    hi: 'यह फ़ाइल बहुत बड़ी है।',
  },
  unsupported_media: {
    status: 415,
    en: 'We can’t accept that type of file.',
    es: 'No podemos aceptar ese tipo de archivo.',
    hi: 'हम इस तरह की फ़ाइल नहीं ले सकते।',
  },
  too_many_requests: {
    status: 429,
    en: 'Too many tries. Wait a minute, then try again.',
    es: 'Demasiados intentos. Espera un minuto e intenta de nuevo.',
    hi: 'बहुत बार कोशिश हो गई। एक मिनट रुककर फिर कोशिश करें।',
  },
  proof_needed: {
    status: 429,
    en: 'We’re checking this device. Try again in a moment.',
    es: 'Estamos revisando este dispositivo. Intenta de nuevo en un momento.',
    hi: 'हम इस डिवाइस की जाँच कर रहे हैं। थोड़ी देर में फिर कोशिश करें।',
  },
  server_error: {
    status: 500,
    en: 'Something went wrong on our end. Try again.',
    es: 'Algo falló de nuestro lado. Intenta de nuevo.',
    hi: 'हमारी तरफ़ से कुछ गड़बड़ हुई। फिर कोशिश करें।',
  },
  unavailable: {
    status: 503,
    en: 'We can’t reach ParkIt right now. Try again in a moment.',
    es: 'No podemos conectar con ParkIt en este momento. Intenta de nuevo en un momento.',
    hi: 'अभी ParkIt से कनेक्ट नहीं हो पा रहा। थोड़ी देर में फिर कोशिश करें।',
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

// The refusals of places, signs, and sessions: see refusals.ts.

export const parkingRefusals = {
  not_your_zone: {
    status: 403,
    en: 'This credential isn’t for that zone.',
    es: 'Esta credencial no es para esa zona.',
    hi: 'यह क्रेडेंशियल उस ज़ोन के लिए नहीं है।',
  },
  unknown_zone: {
    status: 404,
    en: 'We can’t find that zone. Check the number on the sign.',
    es: 'No encontramos esa zona. Revisa el número del letrero.',
    hi: 'यह ज़ोन नहीं मिला। बोर्ड पर लिखा नंबर देखें।',
  },
  zone_ambiguous: {
    status: 409,
    en: 'More than one city has that zone number. Choose your city.',
    es: 'Más de una ciudad tiene ese número de zona. Elige tu ciudad.',
    hi: 'यह ज़ोन नंबर एक से ज़्यादा शहरों में है। अपना शहर चुनें।',
  },
  sign_foreign: {
    status: 404,
    en: 'This code isn’t from a ParkIt sign. Don’t pay with it. Enter the zone number on the sign instead.',
    es: 'Este código no es de un letrero de ParkIt. No pagues con él. Escribe el número de zona del letrero.',
    hi: 'यह कोड ParkIt के बोर्ड का नहीं है। इससे पैसे न दें। बोर्ड पर लिखा ज़ोन नंबर डालें।',
  },
  sign_retired: {
    status: 409,
    en: 'This sign isn’t in use anymore. Enter the zone number on a sign next to your car.',
    es: 'Este letrero ya no se usa. Escribe el número de zona de un letrero junto a tu carro.',
    hi: 'यह बोर्ड अब इस्तेमाल में नहीं है। अपनी गाड़ी के पास वाले बोर्ड का ज़ोन नंबर डालें।',
  },
  saved_many: {
    status: 409,
    en: 'You’ve saved 20 places. Remove one to save another.',
    es: 'Guardaste 20 lugares. Quita uno para guardar otro.',
    hi: 'आपकी 20 जगहें सेव हो चुकी हैं। नई सेव करने के लिए एक हटाएँ।',
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
  change_used: {
    status: 409,
    en: 'This session was changed once already. Stop it, then start again.',
    es: 'Esta sesión ya se cambió una vez. Termínala y empieza otra.',
    hi: 'यह पार्किंग एक बार बदली जा चुकी है। इसे खत्म करके नई शुरू करें।',
  },
  change_gate: {
    status: 409,
    en: 'A gate started this session, so its plate and zone can’t change.',
    es: 'Una barrera inició esta sesión, así que su placa y su zona no se pueden cambiar.',
    hi: 'यह पार्किंग गेट से शुरू हुई थी, इसलिए इसकी नंबर प्लेट और ज़ोन नहीं बदल सकते।',
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
  share_ended: {
    status: 404,
    en: 'This link has ended. The parking is over, or the driver stopped sharing.',
    es: 'Este enlace ya no funciona. El estacionamiento terminó o el conductor dejó de compartirlo.',
    hi: 'यह लिंक अब बंद है। पार्किंग खत्म हो गई, या ड्राइवर ने शेयर करना बंद कर दिया।',
  },
  session_running: {
    status: 409,
    en: 'You’re still parked. Stop all your sessions first.',
    es: 'Sigues estacionado. Termina todas tus sesiones primero.',
    hi: 'आपकी पार्किंग अभी चालू है। पहले सारी पार्किंग खत्म करें।',
  },
  session_not_over: {
    status: 409,
    en: 'This session is still active. You can refund it after it ends.',
    es: 'Esta sesión sigue activa. Puedes reembolsarla cuando termine.',
    hi: 'यह पार्किंग अभी चालू है। खत्म होने के बाद रिफ़ंड कर सकते हैं।',
  },
}

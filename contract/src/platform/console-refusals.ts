// The refusals of a city's console: a stable code with its HTTP status and its texts in each language.

export const consoleRefusals = {
  role_missing: {
    status: 403,
    en: 'Your role in this city doesn’t include this.',
    es: 'Tu función en esta ciudad no incluye esto.',
    hi: 'इस शहर में आपकी भूमिका में यह शामिल नहीं है।',
  },
  needs_approval: {
    status: 202,
    en: 'Someone else has to approve this. Nothing has changed yet.',
    es: 'Otra persona tiene que aprobar esto. Aún no cambia nada.',
    hi: 'इसकी मंज़ूरी किसी और को देनी होगी। अभी कुछ नहीं बदला है।',
  },
  import_stale: {
    status: 409,
    en: 'Places changed since this file was checked. Check it again.',
    es: 'Hubo cambios en los lugares desde que se revisó este archivo. Revísalo de nuevo.',
    hi: 'इस फ़ाइल की जाँच के बाद जगहें बदल गईं। इसे फिर जाँचें।',
  },
  import_state: {
    status: 409,
    en: 'That step doesn’t fit this import now.',
    es: 'Ese paso no corresponde a esta importación ahora.',
    hi: 'यह कदम इस इंपोर्ट पर अभी लागू नहीं होता।',
  },
  undo_over: {
    status: 409,
    en: 'This was published more than 30 days ago. You can’t undo it anymore.',
    es: 'Esto se publicó hace más de 30 días. Ya no puedes deshacerlo.',
    hi: 'इसे प्रकाशित हुए 30 दिन से ज़्यादा हो गए। इसे अब वापस नहीं लिया जा सकता।',
  },
  import_unreadable: {
    status: 400,
    en: 'We can’t read this file. Check its format and mapping.',
    es: 'No podemos leer este archivo. Revisa su formato y su mapeo.',
    hi: 'हम यह फ़ाइल नहीं पढ़ पाए। इसका फ़ॉर्मैट और मैपिंग देखें।',
  },
  name_needed: {
    status: 409,
    en: 'Many places would be withdrawn. Enter the city’s name to confirm.',
    es: 'Se retirarían muchos lugares. Escribe el nombre de la ciudad para confirmar.',
    hi: 'कई जगहें हट जाएँगी। पक्का करने के लिए शहर का नाम लिखें।',
  },
  override_over: {
    status: 409,
    en: 'This has ended or was already published or canceled.',
    es: 'Esto ya terminó, se publicó o se canceló.',
    hi: 'यह खत्म हो चुका है, या पहले ही प्रकाशित या कैंसिल हो चुका है।',
  },
  city_state: {
    status: 409,
    en: 'This city is live already.',
    es: 'Esta ciudad ya está activa.',
    hi: 'यह शहर पहले से चालू है।',
  },
}

// What the desk writes to staff, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  done: 'हो गया।',
  codeSubject: code => `${code} ParkIt डेस्क के लिए आपका कोड है`,
  codeMail: (code, minutes) =>
    `ParkIt डेस्क के लिए आपका कोड ${code} है।\n\nयह ${minutes} मिनट के अंदर, एक बार चलता है। आपने साइन इन नहीं किया? तो आपका पासवर्ड किसी और के पास है: डेस्क के प्रमुख से नया न्योता माँगें।\n`,
  inviteSubject: 'ParkIt डेस्क का न्योता',
  inviteMail: (name, link, days) =>
    `${name} आपको ParkIt डेस्क पर ड्राइवरों को जवाब देने का न्योता देते हैं। यहाँ अपना नाम और पासवर्ड चुनें:\n\n${link}\n\nयह लिंक ${days} दिन के अंदर, एक बार चलता है।\n`,
}

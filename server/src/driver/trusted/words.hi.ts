// What is sent about a trusted person, in Hindi.
import type { Words } from './words.en.ts'

export const hi: Words = {
  invite: ({ driver, link }) => ({
    title: 'किसी के पार्किंग रिमाइंडर पाएँ?',
    body: `${driver} की पार्किंग खत्म होने से पहले आपको भी रिमाइंडर भेजें? जवाब दें: ${link}`,
  }),
  agreed: ({ contact }) => ({
    title: 'आपके रिमाइंडर अब किसी और को भी',
    body: `अब ${contact} को भी आपके पार्किंग रिमाइंडर मिलेंगे। नहीं चाहिए? अकाउंट में भरोसे का व्यक्ति चुनें।`,
  }),
}

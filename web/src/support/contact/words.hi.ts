// How to reach the city without an account, Hindi.
import type { en } from './words.en.ts'

export const hi: typeof en = {
  title: 'बिना अकाउंट के हमसे बात करें',
  text: (phone, email) =>
    `${phone && email ? 'कॉल या ईमेल करें।' : phone ? 'कॉल करें।' : 'ईमेल करें।'} साइन इन की ज़रूरत नहीं, और ParkIt यह सेव नहीं करता कि किसने पूछा।`,
  call: phone => `${phone} पर कॉल करें`,
  relay: '711 रिले पर कॉल करें',
  relayText: phone => `अगर आपको सुनने या बोलने में दिक्कत है, तो ऑपरेटर को ${phone} नंबर दें।`,
  email: address => `${address} पर ईमेल करें`,
  failed: 'हमारा फ़ोन नंबर और ईमेल लोड नहीं हुए।',
}

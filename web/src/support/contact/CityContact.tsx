// How to reach the city without an account: its phone number, 711 relay, and its email address; nothing where it has set neither.
import * as contract from '@parkit/contract/support/contact'
import { useQuery } from '@tanstack/react-query'
import { Ear, Mail, Phone } from 'lucide-react'
import { send } from '#platform/client.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useWords } from '#platform/language.tsx'
import { Section } from '#ui/Panel.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import './contact.css'
import { en } from './words.en.ts'

export function CityContact() {
  const words = useWords('support/contact/words', en)
  const query = useQuery({
    queryKey: ['support.contact'],
    queryFn: ({ signal }) => send(contract.contact, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const phone = query.data?.Phone
  const email = query.data?.Email
  if (query.data && !phone && !email) return null
  return (
    <Section title={words.title} className="contact">
      {query.data && <p className="t-2">{words.text(Boolean(phone), Boolean(email))}</p>}
      {query.data ? (
        <ul className="contact__ways">
          {phone && (
            <>
              <li>
                <Phone size={22} />
                <a className="link link--tap" href={`tel:${phone}`}>
                  {words.call(phoneText(phone))}
                </a>
              </li>
              <li>
                <Ear size={22} />
                <span>
                  <a className="link link--tap" href="tel:711">
                    {words.relay}
                  </a>
                  <span className="t-sm t-2">{words.relayText(phoneText(phone))}</span>
                </span>
              </li>
            </>
          )}
          {email && (
            <li>
              <Mail size={22} />
              <a className="link link--tap" href={`mailto:${email}`}>
                {words.email(email)}
              </a>
            </li>
          )}
        </ul>
      ) : query.isError ? (
        <ReadFailed title={words.failed} query={query} />
      ) : (
        <Loading>
          <Skeleton height={132} radius={12} />
        </Loading>
      )}
    </Section>
  )
}

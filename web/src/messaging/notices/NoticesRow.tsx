// The way from the account to its notifications.
import { Bell } from 'lucide-react'
import { Row } from '#ui/Row.tsx'
import { useNoticeWords } from './words.ts'

export const NoticesRow = () => <Row icon={<Bell size={24} />} title={useNoticeWords().title} to="/notifications" />

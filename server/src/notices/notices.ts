// The front door of notices: what drivers are told of, by which ways, each at most once.
export { type NoticeData, tellDriver } from './telling.ts'

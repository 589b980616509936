package candid

// Exchange decodes the arguments or the results in a message, and returns the message that these values are encoded as.
func Exchange(method string, isResults bool, message []byte) ([]byte, error) {
	m := LookupMethod(method)
	if isResults {
		values, err := m.DecodeResults(message)
		if err != nil {
			return nil, err
		}
		return m.EncodeResults(values...)
	}
	values, err := m.DecodeArgs(message)
	if err != nil {
		return nil, err
	}
	return m.EncodeArgs(values...)
}

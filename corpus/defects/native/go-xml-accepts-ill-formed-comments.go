package main

import (
	"encoding/xml"
	"fmt"
)

func main() {
	err := xml.Unmarshal([]byte("<a><!--A\xC3--></a>"), new(struct{}))
	if err == nil {
		fmt.Println("well-formed")
	} else {
		fmt.Println("ill-formed")
	}
}
